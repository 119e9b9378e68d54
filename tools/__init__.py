"""What tests and benchmarks share, and what takes pictures of the pages; nothing that a visitor is served."""
