import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {rolldown} from 'rolldown';
import {onTestFinished} from 'vitest';

const create = () => mkdtempSync(join(tmpdir(), 'svc-test-'));
const remove = (directory: string) => rmSync(directory, {recursive: true, force: true});

/** A directory of its own for one test, removed with all that is in it. */
export function temporaryDirectory(): string {
	const directory = create();
	onTestFinished(() => remove(directory));
	return directory;
}

/** Makes one plain script of a TypeScript file and all it imports, for tests that need real processes. */
export const bundleScript = (path: string): Promise<string> => bundle(path, temporaryDirectory());

/** The same for all tests of a file, in `beforeAll`, which is to return `remove`. */
export async function buildScript(path: string): Promise<{script: string; remove(): void}> {
	const directory = create();
	return {script: await bundle(path, directory), remove: () => remove(directory)};
}

async function bundle(path: string, directory: string): Promise<string> {
	const script = await rolldown({input: path, platform: 'node', logLevel: 'silent'});
	const file = join(directory, 'script.mjs');
	await script.write({file, format: 'esm', codeSplitting: false});
	await script.close();
	return file;
}
