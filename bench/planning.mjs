import {execFile} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {promisify} from 'node:util';
import {openBundles} from './bundle.mjs';
import {round, row} from './measure.mjs';

const run = promisify(execFile);
const truths = new URL('../test/fixtures/edges/', import.meta.url);
const pairs = new URL('../test/fixtures/pairs/', import.meta.url);
const mostLines = 60;

/** A share that has to be reached. */
const share = (what, part, whole, bar, detail) => {
	const value = whole === 0 ? 100 : round((100 * part) / whole, 1);
	return {
		what,
		value,
		unit: '%',
		bar: bar === null ? null : `≥ ${bar}`,
		ok: bar === null ? null : value >= bar,
		detail,
	};
};

/**
 * What planning makes of public documents: edges and pairs against lists made by reading them, every generated file, and
 * the cost of the largest one. The documents are large and not ours: `SVC_DOCUMENTS=<folder>` names where they are; without
 * it only pairs, which have reduced documents in the repository, and the demo shop are measured.
 */
export async function measurePlanning() {
	const documents = process.env.SVC_DOCUMENTS;
	const bundles = await openBundles();
	try {
		const file = await bundles.bundle('test/service/plans/document-figures.ts');
		const {packEndpoints, pythonProblems} = await import(pathToFileURL(file).href);
		const {engineFlags} = await import(pathToFileURL(await bundles.bundle('source/process/engine-flags.ts')).href);
		const flags = engineFlags(process.versions.v8);
		const rows = await measurePairs(bundles);
		if (documents === undefined)
			process.stderr.write('planning: edges and public documents are left out; name their folder in SVC_DOCUMENTS\n');
		const names = documents === undefined ? [] : readdirSync(documents).filter(name => /\.(?:json|ya?ml)$/.test(name));
		const truthOf = new Map(
			readdirSync(truths).map(name => {
				const truth = JSON.parse(readFileSync(new URL(name, truths), 'utf8'));
				return [truth.document, truth];
			}),
		);
		const together = {truth: 0, found: 0, right: 0};
		const files = {all: 0, long: [], broken: [], warned: []};
		const add = (name, {texts, warned}) => {
			const problems = pythonProblems(texts).filter(one => !/ has \d+ columns$/.test(one));
			files.all += Object.keys(texts).length;
			files.broken.push(...problems.map(one => `${name}: ${one}`));
			files.warned.push(...warned.map(one => `${name}: ${one}`));
			for (const [key, text] of Object.entries(texts)) {
				const lines = text.trimEnd().split('\n').length;
				if (lines > mostLines) files.long.push(`${name}: ${key} (${lines})`);
			}
		};
		const measured = async (name, bytes, isWhole) => {
			const packed = join(bundles.folder, `${name}.packed.json`);
			await writeFile(packed, packEndpoints(bytes));
			const truth = truthOf.get(name);
			const list = truth ? join(bundles.folder, `${name}.truth.json`) : '';
			if (truth) await writeFile(list, JSON.stringify(truth));
			return planApart(flags, file, packed, isWhole, list);
		};
		add('shop', await measured('shop', await shopDocument(bundles), true));
		for (const name of names) {
			const figures = await measured(name, readFileSync(join(documents, name)), true);
			if (figures.operations === 0) continue;
			add(name, figures);
			if (figures.edges === null) continue;
			const {truth, found, right, wrong, missing} = figures.edges;
			for (const key of ['truth', 'found', 'right']) together[key] += figures.edges[key];
			rows.push(share(`edges of ${name}, precision`, right, found, null, `${found} used`));
			rows.push(share(`edges of ${name}, recall`, right, truth, null, `${truth} named by the reader`));
			if (process.env.SVC_BENCH_DETAILS) {
				for (const one of wrong) process.stderr.write(`${name}  wrong    ${one}\n`);
				for (const one of missing) process.stderr.write(`${name}  missing  ${one}\n`);
			}
		}
		if (together.truth > 0) {
			rows.push(share('edges, precision', together.right, together.found, 95, `${together.found} used`));
			rows.push(share('edges, recall', together.right, together.truth, 90, `${together.truth} named by the readers`));
		}
		const largest = names.find(name => name.startsWith('github'));
		if (largest !== undefined) {
			const {
				operations,
				plan,
				rows: made,
				code,
				memory,
			} = await measured(largest, readFileSync(join(documents, largest)), false);
			rows.push(row(`analysis and plan of ${largest}, CPU`, plan, 's', 1.5, `${operations} operations, ${made} rows`));
			rows.push(row('code of all its rows, CPU', code, 's', 5, `${made} files`));
			rows.push(row('most memory of that', memory, 'MB', 300));
		}
		for (const [what, found] of [
			[`generated files of more than ${mostLines} lines`, files.long],
			['that do not compile, or have a name that is not used or not there', files.broken],
			['that the service warns of', files.warned],
		]) {
			rows.push(row(what, found.length, 'files', 0, `of ${files.all}`));
			for (const one of found.slice(0, process.env.SVC_BENCH_DETAILS ? 1000 : 5)) process.stderr.write(`  ${one}\n`);
		}
		return rows;
	} finally {
		await bundles.close();
	}
}

/** Plans and writes in a process of its own, with the engine set as in the service, so that its memory and time are what is measured. */
async function planApart(flags, module, packed, isWhole, truth) {
	const program = fileURLToPath(new URL('plan-document.mjs', import.meta.url));
	const {stdout} = await run(process.execPath, [...flags, program, module, packed, String(isWhole), truth], {
		maxBuffer: 1e9,
	});
	return JSON.parse(stdout);
}

async function shopDocument(bundles) {
	const {shopDocument: describe} = await import(pathToFileURL(await bundles.bundle('demo/shop/document.ts')).href);
	const {operations} = await import(pathToFileURL(await bundles.bundle('demo/shop/resources/index.ts')).href);
	return Buffer.from(JSON.stringify(describe(operations)));
}

async function measurePairs(bundles) {
	const {figuresOf, operationsOf} = await import(
		pathToFileURL(await bundles.bundle('test/service/inference/pair-figures.ts')).href
	);
	const sum = {truth: 0, found: 0, right: 0};
	for (const file of readdirSync(pairs).filter(name => name.endsWith('.truth.json'))) {
		const name = file.replace('.truth.json', '');
		const truth = JSON.parse(readFileSync(new URL(file, pairs), 'utf8'));
		const figures = figuresOf(name, operationsOf(new URL(`${name}.json`, pairs)), truth);
		sum.truth += figures.truth;
		sum.found += figures.found;
		sum.right += figures.truth - figures.missing.length;
	}
	return [
		share('creator → DELETE, precision', sum.right, sum.found, 97, `${sum.found} found`),
		share('creator → DELETE, recall', sum.right, sum.truth, 95, `${sum.truth} named by the readers`),
	];
}
