// Builds dist/: one bundle per wing (cli.js, service.js), the demo, and the Python runtime beside them.
// `--if-stale` skips the work when nothing that goes into the bundles is newer than dist/.
import {
	chmodSync,
	cpSync,
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath, pathToFileURL} from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const inputs = [
	'contract',
	'source',
	'components',
	'screens',
	'hooks',
	'service',
	'demo',
	'docs',
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

/** Help pages, completion scripts and `openapi.json`, made by the sources themselves; see source/help/prepared-texts.ts. */
async function writePreparedTexts() {
	const {rolldown} = await import('rolldown');
	const folder = mkdtempSync(join(tmpdir(), 'svc-build-'));
	try {
		const bundle = await rolldown({
			input: {prepare: join(root, 'build', 'prepare-texts.ts')},
			cwd: root,
			platform: 'node',
			external: [/^[^./]/],
			logLevel: 'warn',
		});
		await bundle.write({dir: folder, format: 'esm'});
		await bundle.close();
		symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
		const {prepareTexts} = await import(pathToFileURL(join(folder, 'prepare.js')).href);
		const {version} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
		await prepareTexts(join(root, 'dist', 'prepared'), version, pathToFileURL(join(root, 'docs/')));
	} finally {
		rmSync(folder, {recursive: true, force: true});
	}
}

const marker = join(root, 'dist', 'cli.js');
const isFresh = () =>
	existsSync(marker) && statSync(marker).mtimeMs >= Math.max(...inputs.map(name => newest(join(root, name))));

async function build() {
	const {rolldown} = await import('rolldown');
	const {bundles} = await import('./rolldown.config.mjs');
	rmSync(join(root, 'dist'), {recursive: true, force: true});
	for (const {output, ...input} of bundles(root)) {
		const bundle = await rolldown(input);
		await bundle.write(output);
		await bundle.close();
	}
	// `npm install -g .` links to this file: a build must not take the right to run it away.
	chmodSync(marker, 0o755);
	await writePreparedTexts();
	cpSync(join(root, 'service', 'runners', 'python'), join(root, 'dist', 'python'), {
		recursive: true,
		filter: path => !path.includes('__pycache__'),
	});
	cpSync(join(root, 'demo', 'plans'), join(root, 'dist', 'demo-plans'), {recursive: true});
	cpSync(join(root, 'demo', 'tests'), join(root, 'dist', 'demo-tests'), {
		recursive: true,
		filter: path => !path.includes('__pycache__'),
	});
}

/** `npm install -g .` in a fresh copy comes here before anything is installed. */
function explain(error) {
	if (error?.code !== 'ERR_MODULE_NOT_FOUND') throw error;
	process.stderr.write(
		`The build needs a library that is not installed (${error.message}).\nRun this first: npm install\n`,
	);
	process.exitCode = 1;
}

if (!(process.argv.includes('--if-stale') && isFresh())) await build().catch(explain);
