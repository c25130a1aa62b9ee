import type {CDPSession, Page} from 'playwright-core';
import {within} from '../deadline.ts';

/** Why a document was not asked for. */
export type Stopped = {address: string; why: string};

const guardMs = 10_000;

/**
 * Stands before every document that a page's main frame asks for, each hop of a redirect included: what `refuse` has a
 * reason against is answered by nothing, and the page stays where it is. A page must not lead a reader that presses
 * nothing to where it would not go by itself.
 */
export class MainFrameGuard {
	stopped: Stopped | null = null;
	/** Off while a person's own login is carried out. */
	isOff = false;
	readonly #session: CDPSession;
	readonly #refuse: (address: URL, method: string) => string | null;

	private constructor(session: CDPSession, refuse: (address: URL, method: string) => string | null) {
		this.#session = session;
		this.#refuse = refuse;
	}

	static async before(page: Page, refuse: (address: URL, method: string) => string | null): Promise<MainFrameGuard> {
		const session = await within(guardMs, 'the debugger', page.context().newCDPSession(page));
		const guard = new MainFrameGuard(session, refuse);
		const {frameTree} = await within(guardMs, 'the debugger', session.send('Page.getFrameTree'));
		session.on('Fetch.requestPaused', event => {
			const {requestId, request, frameId} = event;
			const reason =
				guard.isOff || frameId !== frameTree.frame.id || !URL.canParse(request.url)
					? null
					: guard.#refuse(new URL(request.url), request.method);
			if (reason !== null) guard.stopped = {address: request.url, why: reason};
			// A page that is gone meanwhile needs no answer.
			const answer =
				reason === null
					? session.send('Fetch.continueRequest', {requestId})
					: session.send('Fetch.fulfillRequest', {requestId, responseCode: 204});
			answer.catch(() => {});
		});
		const patterns = [{urlPattern: '*', resourceType: 'Document' as const, requestStage: 'Request' as const}];
		await within(guardMs, 'the debugger', session.send('Fetch.enable', {patterns}));
		return guard;
	}

	async close(): Promise<void> {
		await within(1000, 'the debugger', this.#session.detach()).catch(() => {});
	}
}
