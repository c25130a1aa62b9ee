import {join} from 'node:path';
import {clientChunks} from './client-chunks.mjs';
import {allViews, libraryPatches} from './plugins.mjs';

/** What Node loads from node_modules at run time instead of from a bundle: native code, and Playwright, which finds its own files. */
export const external = ['libsql', 'playwright-core'];

/** One bundle per wing plus the demo; all minified ES modules split into chunks at every dynamic import. */
export function bundles(root) {
	const common = {
		platform: 'node',
		external,
		cwd: root,
		logLevel: 'warn',
		resolve: {mainFields: ['module', 'main']},
		transform: {target: 'node20', define: {'process.env.NODE_ENV': '"production"'}},
	};
	const output = chunks => ({
		dir: join(root, 'dist'),
		format: 'esm',
		minify: true,
		entryFileNames: '[name].js',
		chunkFileNames: `${chunks}/[name]-[hash].js`,
	});
	return [
		{
			...common,
			input: {cli: join(root, 'source/cli.ts')},
			plugins: [allViews(root), ...libraryPatches()],
			preserveEntrySignatures: 'allow-extension',
			output: {...output('client'), codeSplitting: clientChunks(root)},
		},
		{
			...common,
			input: {
				service: join(root, 'service/main.ts'),
				// A thread of its own; loaded by its path.
				'document-worker': join(root, 'service/discovery/document-worker.ts'),
			},
			output: output('service'),
		},
		{
			...common,
			// A process of its own, the only one that loads Playwright.
			input: {'browser-host': join(root, 'service/browser/host/main.ts')},
			output: output('browser'),
		},
		{
			...common,
			input: {demo: join(root, 'demo/main.ts'), 'demo-shop': join(root, 'demo/shop/main.ts')},
			output: output('demo'),
		},
	];
}
