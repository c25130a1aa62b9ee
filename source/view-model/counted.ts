/** `1 family`, `2 families`. */
export const counted = (count: number, noun: string, nouns = `${noun}s`): string =>
	`${count} ${count === 1 ? noun : nouns}`;

/** One of several endpoints, and how many more there are. */
export const withOthers = (endpoint: string, all: number): string =>
	all > 1 ? `${endpoint} and ${counted(all - 1, 'more endpoint')}` : endpoint;
