import type {CDPSession, Page} from 'playwright-core';
import type {StepEvidence} from '../frontend-job.ts';
import type {Box, Look} from '../page/look.ts';
import {outlineText} from '../page/outline-text.ts';
import {Deadline, pause, within} from './deadline.ts';
import {type Mask, maskSign} from './mask.ts';
import {pageHtml} from './page-html.ts';
import {takePicture} from './picture.ts';
import {secretBoxes} from './secret-boxes.ts';
import {areAlike, stillness} from './stillness.ts';
import type {Watch} from './watch.ts';

const mostHtml = 2 * 1024 ** 2;

/** Pictures are taken through the debugger, one session per page. */
export class Sessions {
	readonly #sessions = new WeakMap<Page, Promise<CDPSession>>();

	of(page: Page): Promise<CDPSession> {
		const known = this.#sessions.get(page);
		if (known) return known;
		const session = page.context().newCDPSession(page);
		session.catch(() => this.#sessions.delete(page));
		this.#sessions.set(page, session);
		return session;
	}
}

export type EvidenceOptions = {
	page: Page | null;
	sessions: Sessions;
	watch: Watch;
	mask: Mask;
	/** What the step left; it may still be under way. */
	look: Look | null | Promise<Look | null>;
	withPicture: boolean;
	/** What the step before left, when this one has done nothing to the page: an unchanged page keeps its picture. */
	before: Left | null;
	outlined: Box | null;
	log: string;
	/** For each part; a page that does not answer leaves a step without it. */
	patienceMs: number;
};

/** What a later step may take its picture from. */
export type Left = {
	picture: Uint8Array | null;
	html: string | null;
	still: string | null;
	look: Look | null;
	secrets: number;
};

type Said = {html: string | null; boxes: Box[] | null; still: string | null};

/** Runs in the page: its HTML, where secrets are, and whether it stands still, in one call; null for what cannot be told. */
const tellPage = new Function(
	'argument',
	`const told = ask => { try { return ask(); } catch { return null; } };
	return {
		html: told(() => (${pageHtml})(argument)),
		boxes: told(() => (${secretBoxes})(argument)),
		still: told(() => (${stillness})()),
	};`,
) as (argument: {most: number; sign: string; secrets: readonly string[]}) => Said;

const ask = (page: Page, secrets: readonly string[], ms: number): Promise<Said | null> =>
	within(ms, 'the HTML of the page', page.evaluate(tellPage, {most: mostHtml, sign: maskSign, secrets})).catch(
		() => null,
	);

const changeMs = 500;
const betweenMs = 50;

/**
 * Whether a page is for half a second as the step before left it. False as soon as anything of it is other, and where that
 * cannot be told: it moves, plays, or shows other documents.
 */
export async function staysAsLeft(
	{html, still, secrets: count}: Left,
	page: Page,
	secrets: readonly string[],
): Promise<boolean> {
	if (html === null || still === null || count !== secrets.length) return false;
	for (const deadline = new Deadline(changeMs); ; await pause(betweenMs)) {
		const said = await ask(page, secrets, changeMs);
		if (said?.html !== html || said.still !== still) return false;
		if (deadline.isOver) return true;
	}
}

/** What a step leaves: masked, and each part missing that the page did not give in its time. */
export async function collectEvidence(options: EvidenceOptions): Promise<{evidence: StepEvidence; left: Left}> {
	const {page, sessions, watch, mask, look, withPicture, outlined, log, patienceMs, before} = options;
	const none = () => null;
	const secrets = mask.values;
	const said = page && (await ask(page, secrets, patienceMs));
	const picture = async (of: Page, boxes: Box[]) =>
		takePicture(of, await within(patienceMs, 'the debugger', sessions.of(of)), {
			...{secrets, boxes, outlined, ms: patienceMs},
		});
	const kept =
		before && said && !(look instanceof Promise) && outlined === null ? pictureOf(before, said, look, secrets) : null;
	const [taken, seen] = await Promise.all([
		kept === null && page && withPicture && said?.boxes
			? within(2 * patienceMs, 'the picture', picture(page, said.boxes)).catch(none)
			: kept,
		look,
	]);
	const evidence = mask.evidence({
		picture: taken,
		html: said?.html ?? null,
		outline: seen && outlineText(seen),
		console: watch.console,
		requests: watch.requests,
		log,
	});
	const left = {picture: taken, html: said?.html ?? null, still: said?.still ?? null, look: seen};
	return {evidence, left: {...left, secrets: secrets.length}};
}

/** The picture of the step before, where the page looks as it did then: taking one costs more than all else of a step. */
function pictureOf(before: Left, said: Said, look: Look | null, secrets: readonly string[]): Uint8Array | null {
	const isSame =
		before.html !== null &&
		before.still !== null &&
		before.html === said.html &&
		before.still === said.still &&
		before.secrets === secrets.length &&
		before.look !== null &&
		look !== null &&
		areAlike(before.look, look);
	return isSame ? before.picture : null;
}
