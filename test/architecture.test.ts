import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join, relative, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import process from 'node:process';
import {describe, expect, it} from 'vitest';
import {arrows, arrowsTable} from '../build/arrows.ts';
import {pushTo} from '../service/domain/push-to.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

type Import = {file: string; target: string; typeOnly: boolean};
type Read = {folder: string; files: string[]};

const importPattern =
	/(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

function sourceFiles(base: string, folder: string): string[] {
	return readdirSync(join(base, folder), {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
		.map(entry => relative(base, join(entry.parentPath, entry.name)));
}

function importsOf(base: string, {files}: Read): Import[] {
	return files.flatMap(file =>
		[...readFileSync(join(base, file), 'utf8').matchAll(importPattern)].map(([, type, fixed, dynamic]) => {
			const specifier = fixed ?? dynamic ?? '';
			const target = specifier.startsWith('.') ? relative(base, resolve(base, dirname(file), specifier)) : specifier;
			return {file, target, typeOnly: type !== undefined};
		}),
	);
}

const packageName = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
const isInner = (target: string) =>
	/^(contract|source|components|screens|hooks|service|demo|bench|media|test|build)\//.test(target);

function violations(imports: Import[]): string[] {
	return imports.flatMap(({file, target, typeOnly}) => {
		const rule = arrows.find(candidate => file.startsWith(candidate.folder));
		if (!rule) return [];
		if (target.startsWith('node:')) return file.startsWith('contract/') ? [`${file} -> ${target}`] : [];
		if (isInner(target)) {
			const allowed = [...rule.inner, ...(typeOnly ? (rule.types ?? []) : [])];
			return allowed.some(prefix => target.startsWith(prefix)) ? [] : [`${file} -> ${target}`];
		}
		if (target.endsWith('package.json')) return [];
		return rule.packages === undefined || rule.packages.includes(packageName(target)) ? [] : [`${file} -> ${target}`];
	});
}

describe('the arrows between folders', () => {
	it('point the way ARCHITECTURE.md says', () => {
		const folders = ['contract', 'source', 'components', 'screens', 'hooks', 'service', 'demo'];
		const files = folders.flatMap(folder => sourceFiles(root, folder));
		expect(files.length).toBeGreaterThan(50);
		expect(violations(importsOf(root, {folder: '', files}))).toEqual([]);
	});

	it('stand in ARCHITECTURE.md as they are checked', () => {
		const page = join(root, 'ARCHITECTURE.md');
		const text = readFileSync(page, 'utf8');
		const [before, after] = [
			text.slice(0, text.indexOf('| folder |')),
			text.slice(text.indexOf('\n\n`test/architecture')),
		];
		const made = `${before}${arrowsTable()}${after}`;
		if (process.env['UPDATE_DOCS']) writeFileSync(page, made);
		expect(readFileSync(page, 'utf8'), 'made anew with UPDATE_DOCS=1').toBe(made);
	});

	it('are found broken in a tree that breaks them', () => {
		const base = join(root, 'test/fixtures/architecture');
		const files = ['contract', 'source', 'service'].flatMap(folder => sourceFiles(base, folder));
		expect(violations(importsOf(base, {folder: '', files})).sort()).toEqual([
			'contract/shape.ts -> node:fs',
			'contract/shape.ts -> source/client/client.ts',
			'contract/shape.ts -> undici',
			'service/domain/clock.ts -> service/store/database.ts',
			'service/http/route.ts -> service/runners/backend.ts',
			'service/http/route.ts -> source/client/client.ts',
			'source/commands/list.ts -> screens/app.tsx',
			'source/commands/list.ts -> service/engine/engine.ts',
		]);
	});
});

/** Files that import each other in a loop, types included: each loop is named by the files that it runs through. */
function circles(imports: Import[]): string[][] {
	const targets = new Map<string, string[]>();
	for (const {file, target} of imports) pushTo(targets, file, target);
	const order = new Map<string, number>();
	const lowest = new Map<string, number>();
	const open: string[] = [];
	const found: string[][] = [];
	const visit = (file: string): number => {
		const place = order.size;
		order.set(file, place);
		lowest.set(file, place);
		open.push(file);
		for (const target of targets.get(file) ?? []) {
			if (!targets.has(target)) continue;
			const reached = order.has(target) ? (open.includes(target) ? order.get(target)! : place) : visit(target);
			lowest.set(file, Math.min(lowest.get(file)!, reached));
		}
		if (lowest.get(file) === place) {
			const loop = open.splice(open.indexOf(file));
			if (loop.length > 1) found.push(loop.sort());
		}
		return lowest.get(file)!;
	};
	for (const file of targets.keys()) if (!order.has(file)) visit(file);
	return found;
}

describe('circles', () => {
	it('are none: no two files import each other, not even types', () => {
		const folders = ['contract', 'source', 'components', 'screens', 'hooks', 'service', 'demo'];
		const files = folders.flatMap(folder => sourceFiles(root, folder));
		expect(circles(importsOf(root, {folder: '', files}))).toEqual([]);
	});

	it('are found where files lead back to themselves', () => {
		const leads = (file: string, target: string) => ({file, target, typeOnly: false});
		const imports = [
			leads('a', 'b'),
			leads('b', 'c'),
			leads('c', 'a'),
			leads('c', 'd'),
			leads('d', 'e'),
			leads('x', 'a'),
		];
		expect(circles(imports)).toEqual([['a', 'b', 'c']]);
	});
});

describe('the rooms of screens', () => {
	/** What puts screens together, and may know them all. */
	const above = ['registry.ts', 'strip-items.ts', 'overlays.tsx', 'app.tsx', 'mount.tsx'].map(
		file => `screens/${file}`,
	);
	const isPart = (file: string) => /^screens\/(?:actions\/)?[\w.-]+$/.test(file) && !above.includes(file);

	it('lead down: what screens are made of knows no screen, and nothing that puts them together', () => {
		const imports = importsOf(root, {folder: '', files: sourceFiles(root, 'screens')});
		const parts = imports.filter(({file}) => isPart(file));
		expect(parts.length).toBeGreaterThan(50);
		const up = parts.filter(({target}) => target.startsWith('screens/') && !isPart(target));
		expect(up.map(({file, target}) => `${file} -> ${target}`)).toEqual([]);
	});
});

describe('ways out', () => {
	it('no file of either wing calls process.exit', () => {
		const files = ['contract', 'source', 'components', 'screens', 'hooks', 'service'].flatMap(folder =>
			sourceFiles(root, folder),
		);
		const callers = files.filter(file => /process\s*\.\s*exit\s*\(/.test(readFileSync(join(root, file), 'utf8')));
		expect(callers).toEqual([]);
	});
});
