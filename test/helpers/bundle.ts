import {mkdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {rolldown} from 'rolldown';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Bundles a TypeScript program of this repository so that plain Node can execute it, and answers the file. It lies below
 * node_modules because native packages are found from there; `remove` deletes it.
 */
export async function bundleProgram(program: string): Promise<{file: string; remove(): void}> {
	const folder = join(root, 'node_modules/.cache/svc-tests', `${process.pid}-${Date.now()}`);
	mkdirSync(folder, {recursive: true});
	const file = join(folder, 'program.mjs');
	const bundle = await rolldown({
		input: join(root, program),
		platform: 'node',
		external: ['libsql', 'playwright-core'],
		logLevel: 'silent',
	});
	await bundle.write({file, format: 'esm', codeSplitting: false});
	await bundle.close();
	return {file, remove: () => rmSync(folder, {recursive: true, force: true})};
}
