import {spawn} from 'node:child_process';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

type Environment = Record<string, string | undefined>;

/** `$VISUAL`, `$EDITOR`, else `vi` (Windows: `notepad`). May carry arguments (`code --wait`). */
export const editorCommand = (env: Environment, platform: NodeJS.Platform): string =>
	env['VISUAL']?.trim() || env['EDITOR']?.trim() || (platform === 'win32' ? 'notepad' : 'vi');

/** `$PAGER`, else `less` (Windows: `more`). */
export const pagerCommand = (env: Environment, platform: NodeJS.Platform): string =>
	env['PAGER']?.trim() || (platform === 'win32' ? 'more' : 'less -R');

/** How a program ended: its exit code, or why it did not start. */
export type ProgramEnd = {code: number} | {error: string};

/**
 * Runs a command that takes over the terminal, with a file as its last argument. The command is the user's own setting
 * and goes through the shell, as every program that honours it does; the path is an argument of its own.
 */
export function runInTerminal(command: string, path: string, env: Environment): Promise<ProgramEnd> {
	const isWindows = process.platform === 'win32';
	const child = isWindows
		? spawn(`${command} "${path}"`, {stdio: 'inherit', env, shell: true})
		: spawn('/bin/sh', ['-c', `${command} "$1"`, 'svc', path], {stdio: 'inherit', env});
	return new Promise(resolve => {
		child.once('error', ({message}) => resolve({error: message}));
		child.once('exit', (code, signal) => resolve(signal ? {error: `ended by ${signal}`} : {code: code ?? 0}));
	});
}

/**
 * Lets `use` work on a private file with the given content, and removes the file afterwards unless `keeps`
 * says otherwise.
 * @param name file name, whose ending tells an editor the language
 */
export async function withPrivateFile<Result extends object>(
	name: string,
	content: string,
	use: (path: string, read: () => Promise<string>) => Promise<Result>,
	keeps: (result: Result) => boolean = () => false,
): Promise<Result> {
	const folder = await mkdtemp(join(tmpdir(), 'svc-'));
	const path = join(folder, name);
	let result: Result | undefined;
	try {
		await writeFile(path, content, {mode: 0o600});
		result = await use(path, () => readFile(path, 'utf8'));
		return result;
	} finally {
		if (!(result && keeps(result))) await rm(folder, {recursive: true, force: true});
	}
}

/** Opens an address with the desktop's own program. Resolves with whether there is one; what it does is not awaited. */
export function openInBrowser(url: string, platform: NodeJS.Platform, env?: Environment): Promise<boolean> {
	const commands: Partial<Record<NodeJS.Platform, [string, string[]]>> = {
		darwin: ['open', [url]],
		win32: ['rundll32', ['url.dll,FileProtocolHandler', url]],
	};
	const [command, args] = commands[platform] ?? ['xdg-open', [url]];
	const child = spawn(command, args, {stdio: 'ignore', detached: true, ...(env ? {env} : {})});
	child.unref();
	return new Promise(resolve => {
		child.once('spawn', () => resolve(true));
		child.once('error', () => resolve(false));
	});
}
