import {cleanLine} from '../../source/terminal/clean-text.ts';
import type {Span} from '../../source/terminal/spans.ts';

/** Longest method that is common. */
const methodWidth = 6;

/** A method as wide as the others, so that paths begin below each other. */
export const methodSpan = (method: string): Span => ({text: cleanLine(method).padEnd(methodWidth), role: 'accent'});
