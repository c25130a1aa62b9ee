/** `1 family`, `2 families`. */
export const counted = (count: number, noun: string, nouns = `${noun}s`): string =>
	`${count} ${count === 1 ? noun : nouns}`;
