import type {AnyCommand} from '../../source/commands/define-command.ts';
import {commands} from '../../source/commands/index.ts';
import {type Group, isGroup} from '../../source/commands/tree.ts';

/** A command of the tree with the words that name it. */
export type KnownCommand = {path: string[]; command: AnyCommand};

/** Every command, loaded, in the order of the tree. */
export async function knownCommands(): Promise<KnownCommand[]> {
	const found: KnownCommand[] = [];
	const visit = async (group: Group, path: string[]): Promise<void> => {
		for (const [name, node] of Object.entries(group.children)) {
			if (isGroup(node)) await visit(node, [...path, name]);
			else found.push({path: [...path, name], command: await node.load()});
		}
	};
	await visit(commands, []);
	return found;
}

/** Flags whose value must never be shown: those that can also be read from a file, and the API key. */
export function isSecretFlag(command: AnyCommand, key: string): boolean {
	return key === 'apiKey' || `${key}File` in command.flags;
}
