// Builds dist/: one bundle per wing (cli.js, service.js), the demo, and the Python runtime beside them.
// `--if-stale` skips the work when nothing that goes into the bundles is newer than dist/.
import {cpSync, existsSync, readdirSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const inputs = [
	'source',
	'components',
	'screens',
	'hooks',
	'service',
	'demo',
	'build',
	'package.json',
	'package-lock.json',
];

/** Newest modification time (ms) of a file, or of any file below a folder. */
function newest(path) {
	const stat = statSync(path);
	if (!stat.isDirectory()) return stat.mtimeMs;
	return Math.max(0, ...readdirSync(path).map(name => (name === '__pycache__' ? 0 : newest(join(path, name)))));
}

const marker = join(root, 'dist', 'cli.js');
const isFresh = () =>
	existsSync(marker) && statSync(marker).mtimeMs >= Math.max(...inputs.map(name => newest(join(root, name))));

if (!(process.argv.includes('--if-stale') && isFresh())) {
	const {rolldown} = await import('rolldown');
	const {bundles} = await import('./rolldown.config.mjs');
	rmSync(join(root, 'dist'), {recursive: true, force: true});
	for (const {output, ...input} of bundles(root)) {
		const bundle = await rolldown(input);
		await bundle.write(output);
		await bundle.close();
	}
	cpSync(join(root, 'service', 'runners', 'python'), join(root, 'dist', 'python'), {
		recursive: true,
		filter: path => !path.includes('__pycache__'),
	});
	cpSync(join(root, 'demo', 'tests'), join(root, 'dist', 'demo-tests'), {
		recursive: true,
		filter: path => !path.includes('__pycache__'),
	});
}
