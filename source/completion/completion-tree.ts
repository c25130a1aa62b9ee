/** What a completion script knows: the command tree as plain data. */
export type CompletionTree = {
	/** Flags that stand anywhere on the line. */
	globals: CompletionFlag[];
	nodes: CompletionNode[];
};

/** A group or a command. */
export type CompletionNode = {
	/** Names that lead to it, with a blank between them, in every spelling. The empty text for the root. */
	paths: string[];
	children: {name: string; aliases: string[]; summary: string}[];
	/** Own flags; none for groups. */
	flags: CompletionFlag[];
	/** Words that may stand behind it and lead nowhere: those its arguments take. */
	words: string[];
	/** What its arguments name. */
	things: CompletionThing[];
};

export type CompletionFlag = {
	/** As written: `--output`, `-V`. */
	names: string[];
	summary: string;
	/** What its value is; null for a switch. */
	value: CompletionValue | null;
};

export type CompletionValue =
	| {kind: 'words'; words: readonly string[]; isList: boolean}
	| {kind: 'files'}
	| {kind: 'directories'}
	| {kind: 'profiles'}
	| {kind: 'names'; of: CompletionThing}
	/** Nothing is known about it. */
	| {kind: 'any'};

/** Things of a service whose ids and names are offered. */
export const completionThings = ['project', 'test', 'batch', 'run', 'schedule', 'testlist'] as const;
export type CompletionThing = (typeof completionThings)[number];

/** Shells completion scripts are written for. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** Name of the text that the build makes of a script. */
export const completionName = (shell: Shell): string => `completion-${shell}`;

/** A word in single quotes, for bash and zsh. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
