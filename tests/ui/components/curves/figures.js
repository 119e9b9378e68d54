// For test_figures.py: the figures of each [times, figure, cap].
import { figuresOf } from "../../../../ui/components/curves/figures.js"

export const figures = (asked) => JSON.stringify(asked.map((each) => figuresOf(...each)))
