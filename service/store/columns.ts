/** JSON kept as text. The type names what is inside. */
export type Json<_T> = string;

/** Epoch milliseconds. */
export type Millis = number;

export type Bit = 0 | 1;
