import type {Look} from '../../page/look.ts';
import type {PageLink} from '../../discover/follow-rules.ts';
import {goTo} from '../act/navigate.ts';
import {Deadline} from '../deadline.ts';
import {firstLine} from '../session.ts';
import {StepFailed} from '../step-failed.ts';
import {linksOf, sortableColumns} from './page-facts.ts';
import {opensWindows, type SiteContext} from './site-context.ts';

/** For a document to come, and for a page that came to be read. */
export const pageMs = 15_000;
/** Until something stands on a page that draws itself. */
const firstWordMs = 3000;
/** A page of more is not looked at for what it suggests: nobody has made its plan by then. */
const mostElements = 8000;

export type PageContent = {
	/** Null: it is too large to be looked at in time; its links are known. */
	look: Look | null;
	title: string;
	url: URL;
	status: number | null;
	links: PageLink[];
	sortable: string[];
	/** It opens windows by itself, which a plan would be led to. */
	opensWindows: boolean;
	consoleErrors: number;
	failedRequests: number;
};

/** Why a page could not be read. `isPage` false: the address leads to a file or elsewhere, which is no fault of the site. */
export type Unread = {error: string; status: number | null; isPage: boolean};

/** Opens an address and takes down what is on it. */
export async function readPage(site: SiteContext, address: string): Promise<PageContent | Unread> {
	const {session, guard} = site;
	const {watch} = session;
	session.deadline = new Deadline(pageMs);
	session.notes = [];
	watch.beginStep();
	clearCounts(watch);
	if (guard) guard.stopped = null;
	const downloads = watch.downloads.length;
	try {
		await goTo(session, address);
	} catch (error) {
		const status = error instanceof StepFailed ? (error.facts.documentStatus ?? null) : null;
		if (guard?.stopped) return {error: guard.stopped.why, status: null, isPage: false};
		if (watch.downloads.length > downloads) return {error: 'it is a file to download', status: null, isPage: false};
		return {error: firstLine(error), status, isPage: true};
	}
	return contentOf(site);
}

/** What is on the page that is open. */
export async function contentOf(site: SiteContext): Promise<PageContent | Unread> {
	const {session} = site;
	const {watch} = session;
	const status = watch.document?.status ?? null;
	session.deadline = new Deadline(pageMs);
	try {
		const type = await session.call('asking for the type of the page', session.page.evaluate('document.contentType'));
		if (!/html/.test(String(type))) return {error: `it is no page (${type})`, status, isPage: false};
		if (status !== null && status >= 400) return {error: `it answered ${status}`, status, isPage: true};
		const size = Number(await session.call('measuring the page', session.page.evaluate(countElements)));
		const look = size > mostElements ? null : await lookAt(site);
		// Looking may have taken its time; what is left to ask is short.
		session.deadline = new Deadline(pageMs);
		const links = await linksOf(session);
		const sortable = await sortableColumns(session).catch(() => []);
		const opens = await session.call('asking for its windows', session.page.evaluate(opensWindows));
		const {consoleErrors, failedRequests} = watch;
		const title = await session.call('asking for the title', session.page.title());
		const url = new URL(session.page.url());
		return {
			...{look, title, url, status, links, sortable, consoleErrors, failedRequests},
			opensWindows: opens === true,
		};
	} catch (error) {
		return {error: firstLine(error), status, isPage: true};
	}
}

/** A page that draws itself is waited for. */
async function lookAt({session}: SiteContext): Promise<Look> {
	await session.until(
		async look => (look.elements.some(({box, name, text}) => box !== null && (name || text)) ? look : null),
		firstWordMs,
	);
	await session.settle();
	return session.look();
}

const countElements = 'document.getElementsByTagName("*").length';

function clearCounts(watch: SiteContext['session']['watch']): void {
	watch.consoleErrors = 0;
	watch.failedRequests = 0;
	watch.firstConsoleError = null;
	watch.firstFailedRequest = null;
	watch.document = null;
}
