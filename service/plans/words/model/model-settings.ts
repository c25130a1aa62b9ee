export const modelStyles = ['openai', 'anthropic'] as const;

/** The model that reads what the built-in forms leave over. */
export type ModelSettings = {url: string; name: string; style: (typeof modelStyles)[number]; key: string | null};

/** What it is, for people: never its key. */
export const modelInWords = ({url, name, style}: ModelSettings): string =>
	`${name} at ${new URL(url).origin} (${style})`;
