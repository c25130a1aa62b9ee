import type {CDPSession, Page} from 'playwright-core';
import type {StepEvidence} from '../frontend-job.ts';
import type {Box, Look} from '../page/look.ts';
import {outlineText} from '../page/outline-text.ts';
import {within} from './deadline.ts';
import {type Mask, maskSign} from './mask.ts';
import {pageHtml} from './page-html.ts';
import {takePicture} from './picture.ts';
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
	look: Look | null;
	withPicture: boolean;
	outlined: Box | null;
	log: string;
	/** For each part; a page that does not answer leaves a step without it. */
	patienceMs: number;
};

/** What a step leaves: masked, and each part missing that the page did not give in its time. */
export async function collectEvidence(options: EvidenceOptions): Promise<StepEvidence> {
	const {page, sessions, watch, mask, look, withPicture, outlined, log, patienceMs} = options;
	const none = () => null;
	const picture = async (of: Page) =>
		takePicture(of, await within(patienceMs, 'the debugger', sessions.of(of)), {
			secrets: mask.values,
			outlined,
			ms: patienceMs,
		});
	const [taken, html] = await Promise.all([
		page && withPicture ? within(2 * patienceMs, 'the picture', picture(page)).catch(none) : null,
		page
			? within(patienceMs, 'the HTML of the page', page.evaluate(pageHtml, {most: mostHtml, sign: maskSign})).catch(
					none,
				)
			: null,
	]);
	return mask.evidence({
		picture: taken,
		html,
		outline: look && outlineText(look),
		console: watch.console,
		requests: watch.requests,
		log,
	});
}
