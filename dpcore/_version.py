"""The version.  It is written nowhere else."""

__version__ = "0.3.0"
