import {closeSync, existsSync, openSync, readFileSync, readSync, realpathSync} from 'node:fs';
import {dirname, isAbsolute, resolve} from 'node:path';
import {execFile} from 'node:child_process';

/** Scripts that start scripts; more than these is no launcher of a distribution. */
const mostScripts = 4;

/**
 * The binary that a launcher starts; `path` itself when it is one, or when the script does not tell. Killing a launcher
 * that has not replaced itself leaves the browser alive, and its death goes unnoticed.
 */
export function browserBinary(path: string): string {
	let current = realpathSync(path);
	for (let depth = 0; depth < mostScripts && isScript(current); depth++) {
		const started = startedBy(readFileSync(current, 'utf8'), current);
		if (started === null) return path;
		current = realpathSync(started);
	}
	return isScript(current) ? path : current;
}

function isScript(path: string): boolean {
	const file = openSync(path, 'r');
	try {
		const start = Buffer.alloc(2);
		readSync(file, start, 0, 2, 0);
		return start.toString('latin1') === '#!';
	} finally {
		closeSync(file);
	}
}

/**
 * The last command of a shell script that is handed the script's own arguments. Variables count where the script gives
 * them plain text; `$(dirname …)` is the folder of the script. Null: there is none, or it is not there.
 */
function startedBy(script: string, path: string): string | null {
	const variables: Record<string, string> = {};
	let found: string | null = null;
	for (const line of script.split('\n').map(text => text.trim())) {
		const assigned = /^(?:export\s+|readonly\s+)?([A-Za-z_]\w*)=(.*)$/.exec(line);
		if (assigned) {
			const [, name = '', value = ''] = assigned;
			variables[name] = /\bdirname\b/.test(value) ? dirname(path) : expand(unquoted(value), variables);
			continue;
		}
		if (!line.includes('"$@"')) continue;
		const words = line.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? [];
		for (const word of words) {
			const command = expand(unquoted(word), variables);
			if (!isAbsolute(command) && !command.startsWith('./')) continue;
			const candidate = resolve(dirname(path), command);
			if (existsSync(candidate) && candidate !== path) found = candidate;
			if (found) break;
		}
	}
	return found;
}

const unquoted = (word: string) => word.replace(/^(["'])(.*)\1$/, '$2');
const expand = (word: string, variables: Record<string, string>) =>
	word.replace(/\$\{?(\w+)\}?/g, (_, name: string) => variables[name] ?? '');

const patienceMs = 10_000;

/** What a browser says of itself, e.g. `{name: 'Chromium', version: '156.0.7444.59'}`; rejects with a sentence. */
export async function browserVersion(binary: string): Promise<{name: string; version: string}> {
	const said = await new Promise<string>((tell, refuse) =>
		execFile(binary, ['--version'], {timeout: patienceMs, encoding: 'utf8'}, (error, stdout) => {
			if (error) refuse(new Error(`${binary} does not tell its version: ${error.message.split('\n')[0]}`));
			else tell(stdout);
		}),
	);
	const [, name, version] = /^(.*?)(\d+(?:\.\d+)+)/m.exec(said.slice(0, 500)) ?? [];
	if (version === undefined) throw new Error(`${binary} is no browser: it answers "${said.trim().slice(0, 80)}"`);
	return {name: name?.trim() || 'Chromium', version};
}
