import {execFile} from 'node:child_process';

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
