import type {PlanFileStep} from '../../../../contract/plan-file.ts';
import {pageAddress, pathOf} from '../../discover/address.ts';
import {type Draft, type ReadPage, stepOf} from '../../discover/draft.ts';
import {isUnsafeAddress, refusalOf} from '../../discover/follow-rules.ts';
import {Frontier} from '../../discover/frontier.ts';
import {calledOf, identitiesOf, saysMissing} from '../../discover/page-identity.ts';
import type {SiteJob, SiteOutcome, SitePage, SiteProgress} from '../../site-job.ts';
import {withoutPages} from '../../site-job.ts';
import type {BrowserKeeper} from '../browser-keeper.ts';
import {Deadline} from '../deadline.ts';
import {logIn, signInFormOf, signInPage} from '../login.ts';
import type {MemoryWatch} from '../memory-watch.ts';
import {firstLine} from '../session.ts';
import {firstThatHolds} from './prove.ts';
import {Proposals} from './proposals.ts';
import {contentOf, type PageContent, readPage, type Unread} from './read-page.ts';
import {SiteContext} from './site-context.ts';

export type SiteSurroundings = {
	keeper: BrowserKeeper;
	memory: MemoryWatch;
	/** The host's own folder. */
	folder: string;
	refusedPorts: number[];
	signal: AbortSignal;
	onProgress(progress: SiteProgress): void;
};

const mostSkipsKept = 100;
const loginMs = 60_000;

/**
 * Reads the pages of a site by following its links, one at a time, and proposes plans for what they have.
 * Nothing is pressed and nothing is sent; only the login, where it is asked for, fills a form in. Rejects when no browser
 * starts.
 */
export async function readSite(job: SiteJob, around: SiteSurroundings): Promise<SiteOutcome> {
	const {signal} = around;
	const rest = around.memory.begin();
	const lease = await around.keeper.lease();
	let site: SiteContext | null = null;
	const close = async () => {
		await site?.close();
	};
	signal.addEventListener('abort', close, {once: true});
	try {
		if (signal.aborted) return withoutPages({status: 'cancelled', error: null});
		const origin = new URL(job.plan.targetUrl).origin;
		const refuse = (address: URL, method: string): string | null => {
			if (method !== 'GET') return `it sends a form (${method})`;
			if (address.origin !== origin) return `it leads to another origin (${address.origin})`;
			return isUnsafeAddress(address) && !isStart(address)
				? 'it leads to an address that may do more than show a page'
				: null;
		};
		const isStart = (address: URL) => address.href === new URL(job.startUrl).href;
		site = await SiteContext.open(job, lease, {...around, refuse});
		const outcome = await new SiteReading(job, site, around).read();
		return signal.aborted ? withoutPages({status: 'cancelled', error: null}) : site.mask.deep(outcome);
	} catch (error) {
		if (signal.aborted) return withoutPages({status: 'cancelled', error: null});
		throw error;
	} finally {
		signal.removeEventListener('abort', close);
		await close();
		lease.release();
		rest();
	}
}

class SiteReading {
	readonly #job: SiteJob;
	readonly #site: SiteContext;
	readonly #around: SiteSurroundings;
	readonly #origin: string;
	readonly #frontier = new Frontier();
	readonly #proposals: Proposals;
	readonly #pages: SitePage[] = [];
	readonly #skipped = new Map<string, SiteOutcome['skipped'][number]>();
	readonly #warnings: string[] = [];
	readonly #deadline: Deadline;
	/** Signed in, a page is opened in the tab that has signed in. */
	#isSignedIn = false;
	/** What signing in has left in console and requests; every plan that begins with it has them, too. */
	readonly #signingIn = {consoleErrors: 0, failedRequests: 0};

	constructor(job: SiteJob, site: SiteContext, around: SiteSurroundings) {
		this.#job = job;
		this.#site = site;
		this.#around = around;
		this.#origin = new URL(job.plan.targetUrl).origin;
		this.#proposals = new Proposals(site.session);
		this.#deadline = new Deadline(job.plan.timeoutSeconds * 1000);
	}

	async read(): Promise<SiteOutcome> {
		const {startUrl, logIn: wantsLogin} = this.#job;
		this.#site.session.hasPage = true;
		const start = pageAddress(startUrl, startUrl)!;
		if (wantsLogin) {
			const failure = await this.#signIn(start);
			if (failure !== null) return {...withoutPages({status: 'failed', error: failure}), warnings: this.#warnings};
		}
		this.#frontier.add({url: start, depth: 0, from: null});
		let opened = 0;
		while (!this.#around.signal.aborted && opened < this.#job.maxPages) {
			if (this.#deadline.isOver) {
				this.#warnings.push(
					`Reading ended after ${this.#job.plan.timeoutSeconds} s; the rest of the site was not opened.`,
				);
				break;
			}
			const waiting = this.#frontier.next();
			if (waiting === null) break;
			opened++;
			this.#tell(pathOf(waiting.url));
			if (!this.#isSignedIn || this.#site.session.watch.crashed) await this.#site.freshPage();
			const content = await readPage(this.#site, waiting.url.href);
			await this.#take(content, waiting);
			this.#tell(null);
		}
		for (const {url, from, reason} of this.#frontier.rest()) this.#skip(url.href, from ?? pathOf(start), reason);
		const whole = this.#pages.filter(({error}) => error === null);
		const error = whole.length > 0 ? null : (this.#pages[0]?.error ?? 'no page could be opened');
		return {
			status: error === null ? 'done' : 'failed',
			error: error && `${pathOf(start)}: ${error}`,
			pages: this.#pages,
			skipped: [...this.#skipped.values()].slice(0, mostSkipsKept),
			skippedCount: this.#skipped.size,
			proposals: error === null ? this.#proposals.finish() : [],
			warnings: this.#warnings,
		};
	}

	async #take(
		content: PageContent | Unread,
		{url, depth, from}: {url: URL; depth: number; from: string | null},
	): Promise<void> {
		if ('error' in content) {
			// A file or a way elsewhere is no page, and no fault: the budget is for pages.
			if (!content.isPage && from !== null) return this.#skip(url.href, from, 'no_page');
			const {error, status} = content;
			this.#pages.push({...blankPage, path: pathOf(url), depth, from, status, error});
			if (from !== null) this.#warnings.push(`The link from ${from} to ${pathOf(url)} leads to no page: ${error}.`);
			return;
		}
		const address = pageAddress(content.url.href, content.url.href);
		if (address === null || address.origin !== this.#origin) {
			if (from !== null) return this.#skip(url.href, from, 'other_origin');
			this.#pages.push({
				...blankPage,
				path: pathOf(url),
				depth,
				from,
				error: `it leads to ${content.url.origin}, another origin`,
			});
			return;
		}
		const path = pathOf(address);
		if (path !== pathOf(url) && !this.#frontier.reached(address)) return;
		if (this.#pages.some(page => page.path === path)) return;
		const {look, status, links, sortable, consoleErrors, failedRequests} = content;
		if (look === null || content.opensWindows) {
			this.#pages.push({
				...blankPage,
				path,
				title: content.title,
				depth,
				from,
				status,
				consoleErrors,
				failedRequests,
				error: null,
			});
			const why = look === null ? 'is too large' : 'opens windows by itself, which is no sound place';
			this.#warnings.push(`${path} ${why} to propose plans for; its links were followed.`);
			return this.#follow(path, content.url.href, links, depth);
		}
		const says = saysMissing(look);
		if (says !== null) {
			const error = `it says "${says.slice(0, 80)}"`;
			this.#pages.push({...blankPage, path, title: look.title, depth, from, status, error});
			if (from !== null) this.#warnings.push(`The link from ${from} to ${path} leads to no page: ${error}.`);
			return;
		}
		const identity = await firstThatHolds(this.#site.session, identitiesOf(look));
		const called = calledOf(look, path);
		const page: ReadPage = {
			path,
			look,
			identity: identity && stepOf(identity),
			called,
			consoleErrors: consoleErrors + this.#signingIn.consoleErrors,
			failedRequests: failedRequests + this.#signingIn.failedRequests,
			sortable,
			username: this.#job.plan.account?.username ?? null,
		};
		const heading = look.elements.find(one => one.role === 'heading' && one.box !== null)?.name ?? null;
		this.#pages.push({
			...{path, title: look.title, heading, depth, status, from, consoleErrors, failedRequests, error: null},
		});
		if (consoleErrors > 0) this.#warnings.push(`${path} opened with ${counted(consoleErrors, 'console error')}.`);
		if (failedRequests > 0) this.#warnings.push(`${path} opened with ${counted(failedRequests, 'failed request')}.`);
		await this.#proposals.take(page, {
			opening: this.#openingOf(path),
			form: this.#isSignedIn ? null : signInFormOf(look),
			requested: pathOf(url),
			isFirst: from === null,
			isWhole: failedRequests === 0,
		});
		this.#follow(path, look.url, links, depth);
	}

	#follow(path: string, base: string, links: PageContent['links'], depth: number): void {
		for (const link of links) {
			const target = pageAddress(link.href, base);
			if (target === null) continue;
			const refusal = refusalOf(link, target, {origin: this.#origin, exclude: this.#job.exclude});
			if (refusal !== null) this.#skip(target.href, path, refusal);
			else if (depth < this.#job.maxDepth) {
				const place = this.#frontier.add({url: target, depth: depth + 1, from: path});
				if (place === 'alike') this.#skip(target.href, path, 'alike');
			} else if (pathOf(target) !== path && !this.#pages.some(one => one.path === pathOf(target)))
				this.#skip(target.href, path, 'too_deep');
		}
	}

	#openingOf(path: string): PlanFileStep[] {
		const go: PlanFileStep = {type: 'action', description: `Go to ${/^[\w\-./#]+$/.test(path) ? path : `"${path}"`}`};
		return this.#isSignedIn ? [{type: 'action', description: "Log in with the project's account"}, go] : [go];
	}

	/** Null: signed in. What the form has is proposed first, seen by somebody who has not signed in. */
	async #signIn(start: URL): Promise<string | null> {
		const {session} = this.#site;
		await this.#site.freshPage();
		const first = await readPage(this.#site, start.href);
		if ('error' in first) return `${pathOf(start)}: ${first.error}`;
		this.#countSigningIn();
		const {guard} = this.#site;
		try {
			guard!.isOff = true;
			session.deadline = new Deadline(loginMs);
			const form = await signInPage(session);
			const draft = form === 'signed_in' ? null : await this.#signInDraft(form.url);
			session.deadline = new Deadline(loginMs);
			await logIn(session, null, null);
			this.#countSigningIn();
			this.#isSignedIn = true;
			const landing = await contentOf(this.#site);
			// Nobody who has signed in needs the form again.
			if (draft) this.#frontier.reached(new URL(draft.page.path, this.#origin));
			// Where signing in leads may depend on where somebody was last: nothing is claimed of it.
			if (draft) this.#proposals.addSignIn(draft);
			const address = 'error' in landing ? null : pageAddress(landing.url.href, landing.url.href);
			if (address?.origin === this.#origin) this.#frontier.add({url: address, depth: 0, from: null});
			return null;
		} catch (error) {
			return `the login failed: ${firstLine(error)}`;
		} finally {
			if (guard) guard.isOff = false;
			this.#site.guard!.isOff = false;
		}
	}

	#countSigningIn(): void {
		const {consoleErrors, failedRequests} = this.#site.session.watch;
		this.#signingIn.consoleErrors += consoleErrors;
		this.#signingIn.failedRequests += failedRequests;
	}

	/** What the sign-in page suggests, when it can be opened by its address; the page with the form stays open. */
	async #signInDraft(address: string): Promise<{page: ReadPage; opening: PlanFileStep[]; drafts: Draft[]} | null> {
		const url = pageAddress(address, address);
		if (url === null || url.origin !== this.#origin) return null;
		const path = pathOf(url);
		const content = await readPage(this.#site, url.href);
		if ('error' in content || content.look === null) return null;
		const form = signInFormOf(content.look);
		if (form === null) return null;
		const page: ReadPage = {
			...{path, look: content.look, identity: null, called: calledOf(content.look, path), sortable: []},
			...{consoleErrors: content.consoleErrors, failedRequests: content.failedRequests},
			username: this.#job.plan.account?.username ?? null,
		};
		const opening = this.#openingOf(path);
		return {page, opening, drafts: await this.#proposals.signInDrafts(page, form)};
	}

	#skip(address: string, from: string, reason: SiteOutcome['skipped'][number]['reason']): void {
		if (!this.#skipped.has(address) && this.#skipped.size < 100_000)
			this.#skipped.set(address, {address: address.slice(0, 500), from, reason});
	}

	#tell(page: string | null): void {
		this.#around.onProgress({
			pages: this.#pages.length,
			found: this.#frontier.found,
			skipped: this.#skipped.size,
			page: page && this.#site.mask.text(page),
			proposals: this.#proposals.count,
		});
	}
}

const blankPage = {title: '', heading: null, status: null, consoleErrors: 0, failedRequests: 0};

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
