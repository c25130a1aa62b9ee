// `node bench/pairs.mjs [--json]`: creator → DELETE pairs of public documents against lists that somebody made by reading
// them (test/fixtures/pairs), beside a plain path rule. `SVC_DOCUMENTS=<folder>` reads the whole documents from there
// instead of the reduced ones. Not part of the tests, which hold the same figures to their bars.
import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import process from 'node:process';
import {pathToFileURL} from 'node:url';
import {openBundles} from './bundle.mjs';

const folder = new URL('../test/fixtures/pairs/', import.meta.url);
const documents = process.env.SVC_DOCUMENTS;
const bundles = await openBundles();
const load = async entry => import(pathToFileURL(await bundles.bundle(entry)).href);
try {
	const {figuresOf, operationsOf} = await load('test/service/inference/pair-figures.ts');
	const {readDocument} = documents ? await load('service/discovery/read-document.ts') : {};
	const rows = [];
	for (const file of (await readdir(folder)).filter(name => name.endsWith('.truth.json'))) {
		const name = file.replace('.truth.json', '');
		const truth = JSON.parse(await readFile(new URL(file, folder), 'utf8'));
		const reduced = operationsOf(new URL(`${name}.json`, folder));
		const operations = documents
			? [...readDocument(await readFile(join(documents, truth.document.split(',')[0]))).endpoints].filter(
					within(reduced),
				)
			: reduced;
		rows.push(figuresOf(name, operations, truth));
	}
	print(rows);
} finally {
	await bundles.close();
}

/** A truth list may be about a part of its document: the first words of its paths say which. */
function within(reduced) {
	const first = new Set(reduced.map(({path}) => path.split('/')[1]));
	return ({path}) => first.has(path.split('/')[1]);
}

function print(rows) {
	if (process.argv.includes('--json')) {
		process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
		return;
	}
	const percent = (part, whole) => (whole === 0 ? '   –' : `${((100 * part) / whole).toFixed(0).padStart(3)}%`);
	const all = {name: 'together', truth: 0, found: 0, right: 0, handles: {right: 0, of: 0}, plain: {right: 0, found: 0}};
	process.stdout.write('document       truth  found  recall  precision  handle   plain rule: recall  precision\n');
	const line = row =>
		process.stdout.write(
			`${row.name.padEnd(14)} ${String(row.truth).padStart(5)}  ${String(row.found).padStart(5)}    ${percent(row.right, row.truth)}       ${percent(row.right, row.found)}    ${percent(row.handles.right, row.handles.of)}                ${percent(row.plain.right, row.truth)}       ${percent(row.plain.right, row.plain.found)}\n`,
		);
	for (const row of rows) {
		const right = row.truth - row.missing.length;
		line({...row, right});
		for (const key of ['truth', 'found']) all[key] += row[key];
		all.right += right;
		for (const key of ['right', 'of']) all.handles[key] += row.handles[key];
		for (const key of ['right', 'found']) all.plain[key] += row.plain[key];
	}
	line(all);
	for (const {name, wrong, missing, handles} of rows) {
		for (const one of wrong) process.stdout.write(`${name}  wrong    ${one}\n`);
		for (const one of missing) process.stdout.write(`${name}  missing  ${one}\n`);
		for (const one of handles.wrong) process.stdout.write(`${name}  handle   ${one}\n`);
	}
}
