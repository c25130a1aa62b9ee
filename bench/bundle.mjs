import {mkdtemp, rm} from 'node:fs/promises';
import {join} from 'node:path';
import process from 'node:process';
import {rolldown} from 'rolldown';

/** A folder below `node_modules` for bundles of the sources, so that their packages are found; `close` removes it. */
export async function openBundles() {
	const folder = await mkdtemp(join(process.cwd(), 'node_modules', '.cache-bench-'));
	return {
		folder,
		/** File of the bundle of a TypeScript module. */
		async bundle(entry) {
			const made = await rolldown({input: entry, platform: 'node', logLevel: 'silent'});
			const file = join(folder, `${entry.replace(/\W/g, '-')}.mjs`);
			await made.write({file, format: 'esm', codeSplitting: false});
			await made.close();
			return file;
		},
		close: () => rm(folder, {recursive: true, force: true}),
	};
}
