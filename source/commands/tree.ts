import type {AnyCommand} from './define-command.ts';

/** A command as the tree knows it: enough for help of its group and for suggestions, without loading it. */
export type Leaf = {
	summary: string;
	/** Heading of the help page it stands under. */
	section?: string;
	load(): Promise<AnyCommand>;
	/** Other names that are not listed. */
	aliases?: readonly string[];
};

/** A group of commands. */
export type Group = {
	summary: string;
	section?: string;
	children: Readonly<Record<string, Node>>;
	/** Pages of `svc help <topic>` beside those of the commands, with what each is about. Of the root alone. */
	topics?: Readonly<Record<string, string>>;
	/** Child that takes a word which names none of them (`svc test failure <test-id>`). */
	fallback?: string;
};

export type Node = Leaf | Group;
export const isGroup = (node: Node): node is Group => 'children' in node;

/** The child of that name or alias, with its proper name. */
export function findChild(group: Group, word: string): [name: string, node: Node] | undefined {
	const own = Object.hasOwn(group.children, word) ? group.children[word] : undefined;
	if (own) return [word, own];
	return Object.entries(group.children).find(([, node]) => !isGroup(node) && node.aliases?.includes(word));
}

/** Where in the tree commands and groups of that name stand, as words down to them. */
export const pathsTo = (group: Group, name: string): string[] =>
	Object.entries(group.children).flatMap(([word, node]) => {
		if (word === name) return [word];
		if (!isGroup(node)) return [];
		return pathsTo(node, name).map(rest => `${word} ${rest}`);
	});
