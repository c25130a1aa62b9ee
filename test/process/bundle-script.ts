import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {rolldown} from 'rolldown';
import {onTestFinished} from 'vitest';

/** A directory of its own for one test, removed with all that is in it. */
export function temporaryDirectory(): string {
	const directory = mkdtempSync(join(tmpdir(), 'svc-test-'));
	onTestFinished(() => rmSync(directory, {recursive: true, force: true}));
	return directory;
}

/** Makes one plain script of a TypeScript file and all it imports, for tests that need real processes. */
export async function bundleScript(path: string): Promise<string> {
	const bundle = await rolldown({input: path, platform: 'node', logLevel: 'silent'});
	const file = join(temporaryDirectory(), 'script.mjs');
	await bundle.write({file, format: 'esm', codeSplitting: false});
	await bundle.close();
	return file;
}
