import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {libraryPatches} from '../../build/plugins.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/adr/0015-what-meow-does-and-which-libraries-are-changed.md'), 'utf8');

/** Libraries that the page names with the version that a plugin was checked with. */
const checked = [...page.matchAll(/([@\w/-]+) (\d+\.\d+\.\d+)/g)].map(([, name = '', version = '']) => ({
	name,
	version,
}));
const files = [...new Set(checked.map(({name}) => name))].flatMap(name => {
	const folder = join(root, 'node_modules', name);
	return readdirSync(folder, {recursive: true, encoding: 'utf8'})
		.filter(file => file.endsWith('.js'))
		.map(file => join(folder, file));
});

test.each(checked)('$name is of the version that the changes to it were checked with', ({name, version}) => {
	expect(JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version).toBe(version);
});

test.each(libraryPatches().map(plugin => [plugin.name, plugin] as const))(
	'%s finds what it changes',
	(name, {load, transform}) => {
		expect(page).toContain(`| ${name} |`);
		const found = files.filter(file => (load ?? transform)!.filter.id.test(file));
		expect(found).not.toEqual([]);
		for (const file of transform ? found : []) {
			const code = readFileSync(file, 'utf8');
			expect(transform!.handler(code, file), file).not.toBe(code);
		}
	},
);
