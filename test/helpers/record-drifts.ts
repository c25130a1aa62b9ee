import {readFileSync} from 'node:fs';
import {chromium, type Page} from 'playwright-core';
import {hit} from '../../service/browser/host/session.ts';
import {takeRawLook} from '../../service/browser/host/page-look.ts';
import {flatten} from '../../service/browser/page/flatten.ts';
import type {Look} from '../../service/browser/page/look.ts';
import {isInteractive} from '../../service/browser/page/roles.ts';
import {findBrowser} from '../../service/browser/find-browser.ts';
import {pack, type RecordedDrift} from './looks.ts';
import {serveSite} from './site.ts';

/** A case of a list: selectors of the element before and, where it is still there, after `mutate` ran in the page. */
export type DriftCase = {
	id: string;
	/** `own/<page of the list>` or a page of the test site; behind `#` its own address. */
	page: string;
	before?: string;
	target: string;
	mutate: string;
	expect?: string;
	row?: string;
	within?: string;
	step: string;
};

export type DriftList = {note: string; drifts: DriftCase[]; mustNot: DriftCase[]};

const folder = new URL('../fixtures/drifts/', import.meta.url);
export const readDriftList = (name: string): DriftList =>
	JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));

/** Opens every page of a list in a real browser, changes it as the list says, and keeps what was seen before and after. */
export async function recordDrifts(name: string): Promise<void> {
	const {drifts, mustNot} = readDriftList(name);
	const cases = [
		...drifts.map(one => ({...one, kind: 'drift' as const})),
		...mustNot.map(one => ({...one, kind: 'mustNot' as const})),
	];
	const own = cases.filter(one => one.page.startsWith('own/')).map(one => fileOf(one.page));
	const pages = own.map(
		file => [`/${file}`, readFileSync(new URL(`${name}/${file.slice(4)}`, folder), 'utf8')] as const,
	);
	const site = await serveSite(Object.fromEntries(pages));
	const browser = await chromium.launch({executablePath: findBrowser(process.env)!, args: ['--no-sandbox']});
	const recorded: RecordedDrift[] = [];
	try {
		for (const one of cases) {
			const recording = recordCase(await browser.newPage(viewport), site.url, one);
			recorded.push(await recording.catch(error => Promise.reject(new Error(`${one.id}: ${error.message}`))));
		}
	} finally {
		await browser.close();
	}
	pack(`drifts-${name}.br`, recorded);
}

const viewport = {viewport: {width: 1280, height: 800}, locale: 'en-US', reducedMotion: 'reduce' as const};

const fileOf = (name: string) => name.replace(/#.*/, '').replace(/(?<!\.html)$/, '.html');

async function recordCase(
	page: Page,
	url: string,
	one: DriftCase & {kind: RecordedDrift['kind']},
): Promise<RecordedDrift> {
	await page.goto(`${url}/${fileOf(one.page)}${/#.*/.exec(one.page)?.[0] ?? ''}`);
	if (one.page.startsWith('shop'))
		await page
			.getByRole('button', {name: /accept/i})
			.first()
			.click();
	if (one.before) await page.evaluate(one.before);
	const before = await rawLook(page);
	const target = await placeOf(page, flatten(before), one.target);
	await page.evaluate(one.mutate);
	const after = await rawLook(page);
	const look = flatten(after);
	const expected = one.expect === undefined ? null : await placeOf(page, look, one.expect);
	const covered: number[] = [];
	for (const {index, ref} of look.elements.filter(element => isInteractive(element) && element.box !== null))
		if ((await page.getByRef(ref!).evaluate(hit, true)) === 'covered') covered.push(index);
	const {id, kind, step, row, within} = one;
	const isAssertion = /^(?:verify|check that|the |assert)/i.test(step);
	await page.close();
	const said = step.replace(/\s*\((?=[a-z]).*\)\s*$/i, '');
	const named = {row: row ?? null, section: within ?? null};
	return {id, kind, step: said, ...named, isAssertion, target, expected, covered, before, after};
}

/** Until the page has stopped changing: what a list does is done at once or by a timer. */
async function rawLook(page: Page) {
	await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))');
	return takeRawLook(
		page,
		{testIdAttributes: ['data-testid', 'data-test', 'data-qa', 'data-cy'], selectors: []},
		10_000,
	);
}

/** The element of the look that a selector means: itself, or the nearest one in it or around it that the look has. */
async function placeOf(page: Page, look: Look, selector: string): Promise<number> {
	const box = await page.locator(selector).first().boundingBox();
	const distances: Array<[number, number]> = [];
	const isNear = (one: Look['elements'][number]) =>
		box === null || (one.box !== null && Math.abs(one.box.x - box.x) < 40 && Math.abs(one.box.y - box.y) < 40);
	for (const {index, ref} of look.elements.filter(one => one.ref !== null && isNear(one))) {
		const distance = await page.getByRef(ref!).evaluate((node, css) => {
			// Runs in the page.
			type Node = {parentElement: Node | null; contains(other: Node): boolean};
			const steps = (from: Node, to: Node) => {
				let count = 0;
				for (let at: Node | null = from; at && at !== to; at = at.parentElement) count++;
				return count;
			};
			const {document} = globalThis as unknown as {document: {querySelector(css: string): Node | null}};
			const [own, wanted] = [node as unknown as Node, document.querySelector(css)];
			if (own === wanted) return 0;
			if (wanted === null) return 1000;
			if (wanted.contains(own)) return steps(own, wanted);
			return own.contains(wanted) ? 100 + steps(wanted, own) : 1000;
		}, selector);
		distances.push([distance, index]);
	}
	const [nearest] = distances.sort(([one], [other]) => one - other);
	if (!nearest || nearest[0] >= 1000) throw new Error(`no element for ${selector}`);
	return nearest[1];
}
