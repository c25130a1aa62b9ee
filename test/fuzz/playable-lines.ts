import {exampleWords} from '../helpers/example-words.ts';
import {knownCommands} from './known-commands.ts';

/** A command and a line of its help that runs in a sandbox. */
export type PlayableLine = {path: string[]; argv: string[]};

/**
 * Examples of commands that ask a service, made to run: files exist, the target is not asked, keys are not needed twice.
 * @param all every example of each command; otherwise its first
 */
export async function playableLines({all = false} = {}): Promise<PlayableLine[]> {
	const commands = await knownCommands();
	return commands
		.filter(({path: [group = '', command = '']}) => !isLocal(group, command))
		.flatMap(({path, command}) =>
			(all ? command.examples : command.examples.slice(0, 1)).map(example => ({
				path,
				argv: playable(example, 'skipPreflight' in command.flags),
			})),
		);
}

function isLocal(group: string, command: string): boolean {
	const local = ['serve', 'worker', 'service', 'ui', 'agent', 'completion', 'ci', 'doctor', 'setup', 'init'];
	return (
		local.includes(group) ||
		(group === 'admin' && ['init', 'rotate-key'].includes(command)) ||
		(['remove', 'scaffold', 'lint'].includes(command) && ['auth', 'test'].includes(group))
	);
}

function playable(example: string, canSkipPreflight: boolean): string[] {
	const words = exampleWords(example.replace('--output json ', ''));
	const files: Record<string, string> = {
		'token.txt': 'secret.txt',
		'password.txt': 'secret.txt',
		'pw.txt': 'secret.txt',
		'openapi.yaml': 'plan.json',
	};
	const existing = words.map(word => files[word] ?? word.replace(/^\w+\.py$/, 'code.py'));
	if (existing.includes('--url') && canSkipPreflight) existing.push('--skip-preflight');
	return existing.includes('--timeout') || !existing.includes('--wait') ? existing : [...existing, '--timeout', '30'];
}
