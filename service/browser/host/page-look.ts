import type {Page} from 'playwright-core';
import {collectAttributes} from '../page/collect-attributes.ts';
import {flatten} from '../page/flatten.ts';
import type {Look} from '../page/look.ts';
import type {AriaNode, AttributeTable, RawLook} from '../page/raw-look.ts';
import {within} from './deadline.ts';

/** Frames that are looked into; a page with more is an advertisement, not a form. */
const mostFrames = 20;

type PageFacts = Pick<RawLook, 'title' | 'viewport' | 'scroll'>;

/** Runs in the page, whose objects are unknown here. */
function pageFacts(): PageFacts {
	const {document, innerWidth, innerHeight, scrollX, scrollY} = globalThis as unknown as {
		document: {title: string; documentElement: {scrollHeight: number} | null};
		innerWidth: number;
		innerHeight: number;
		scrollX: number;
		scrollY: number;
	};
	return {
		title: document.title,
		viewport: {width: innerWidth, height: innerHeight},
		scroll: {x: scrollX, y: scrollY, height: document.documentElement?.scrollHeight ?? 0},
	};
}

/** What of the page is asked for by name. */
type Argument = {testIdAttributes: string[]; selectors: string[]};

/**
 * One call for both: a call costs more than what it asks. The answer comes as text: thousands of rows that are handed over
 * as objects cost several times what collecting them does.
 */
const collectInPage = new Function(
	'argument',
	`return JSON.stringify({facts: (${pageFacts})(), attributes: (${collectAttributes})(argument)})`,
) as (argument: Argument) => string;

/** A locator hands its element on first, and what runs in a page is known by its text alone. */
const collectInFrame = new Function('_', 'argument', `return JSON.stringify((${collectAttributes})(argument))`) as (
	element: unknown,
	argument: Argument,
) => string;

const parsed = <T>(text: string): T => JSON.parse(text) as T;

/**
 * One look at the page. Its references are valid until the next. Rejects while a navigation is under way, and with
 * `DeadlineError` when the page is too busy to answer.
 */
export const takeLook = async (page: Page, asked: Argument, ms: number): Promise<Look> =>
	flatten(await takeRawLook(page, asked, ms));

/** What the browser answers of which a look is made; rejects as `takeLook` does. */
export async function takeRawLook(page: Page, argument: Argument, ms: number): Promise<RawLook> {
	const [tree, {facts, attributes}] = await within(
		ms,
		'looking at the page',
		Promise.all([
			page.ariaSnapshotJSON({mode: 'ai', boxes: true, timeout: ms}) as Promise<unknown> as Promise<
				Array<AriaNode | string>
			>,
			page.evaluate(collectInPage, argument).then(parsed<{facts: PageFacts; attributes: AttributeTable}>),
		]),
	);
	const references = iframesOf(tree).slice(0, mostFrames);
	const tables = await Promise.all(
		references.map(async (reference): Promise<[string, AttributeTable]> => {
			const root = page.getByRef(reference).contentFrame().locator(':root');
			const empty: AttributeTable = {rows: [], hidden: []};
			// A frame that is loading, or gone by now, adds nothing.
			const table = root.evaluate(collectInFrame, argument).then(parsed<AttributeTable>);
			return [reference, await within(ms, 'looking at a frame', table).catch(() => empty)];
		}),
	);
	return {url: page.url(), ...facts, tree, attributes, frames: Object.fromEntries(tables)};
}

function iframesOf(nodes: ReadonlyArray<AriaNode | string>): string[] {
	return nodes.flatMap(node => {
		if (typeof node === 'string') return [];
		const own = node.role === 'iframe' && node.ref && node.children?.length ? [node.ref] : [];
		return [...own, ...iframesOf(node.children ?? [])];
	});
}
