import process from 'node:process';
import type {BrowserContext} from 'playwright-core';
import {FilterProxy} from '../../filter-proxy.ts';
import type {SiteJob} from '../../site-job.ts';
import {type BrowserLease, downloadsOf} from '../browser-keeper.ts';
import {within} from '../deadline.ts';
import {Sessions} from '../evidence.ts';
import {LoginStates} from '../login-states.ts';
import {Mask} from '../mask.ts';
import {openContext} from '../run-plan.ts';
import {Session} from '../session.ts';
import {Variables} from '../variables.ts';
import {Watch} from '../watch.ts';
import {MainFrameGuard} from './main-frame-guard.ts';

const callMs = 20_000;
const closeMs = 5000;

const keepWindowsShut = 'window.open = () => { window.__svcOpensWindows = true; return null; }';
/** In a page: whether it has tried to open a window, which nobody pressed anything for. */
export const opensWindows = 'window.__svcOpensWindows === true';

/** The browser as one reading of a site uses it: a context of its own, in which one page is open at a time. */
export class SiteContext {
	readonly session: Session;
	readonly mask: Mask;
	guard: MainFrameGuard | null = null;
	readonly #context: BrowserContext;
	readonly #proxy: FilterProxy;
	readonly #refuse: (address: URL, method: string) => string | null;

	private constructor(
		job: SiteJob,
		context: BrowserContext,
		{proxy, folder, refuse}: {proxy: FilterProxy; folder: string; refuse: SiteContext['refuse']},
	) {
		const {plan} = job;
		this.#context = context;
		this.#proxy = proxy;
		this.#refuse = refuse;
		this.mask = new Mask([
			...plan.secrets,
			...plan.secretNames.flatMap(name => plan.variables[name] ?? []),
			...(plan.account ? [plan.account.password] : []),
		]);
		this.session = new Session({
			job: plan,
			context,
			watch: new Watch(context, downloadsOf(folder), Date.now),
			mask: this.mask,
			variables: new Variables(plan),
			sessions: new Sessions(),
			proxy,
			logins: new LoginStates(),
		});
	}

	get refuse(): (address: URL, method: string) => string | null {
		return this.#refuse;
	}

	static async open(
		job: SiteJob,
		lease: BrowserLease,
		around: {folder: string; refusedPorts: number[]; refuse: SiteContext['refuse']},
	): Promise<SiteContext> {
		const {plan} = job;
		const policy = plan.mayVisitPrivate ? 'private' : 'public';
		const proxy = await FilterProxy.open({policy, refusedPorts: around.refusedPorts, env: process.env});
		try {
			const context = await openContext(plan, lease, proxy, null);
			// A page that opens another by itself gets none, which is noted: links are what is followed.
			await within(callMs, 'preparing the context', context.addInitScript(keepWindowsShut));
			context.on('page', page => page.on('download', download => void download.cancel().catch(() => {})));
			return new SiteContext(job, context, {...around, proxy});
		} catch (error) {
			proxy.close();
			throw error;
		}
	}

	/** A fresh page in the place of the one before. */
	async freshPage(): Promise<void> {
		const {watch} = this.session;
		await this.guard?.close();
		this.guard = null;
		const before = [...watch.pages];
		const page = await within(callMs, 'opening a page', this.#context.newPage());
		for (const old of before) await within(closeMs, 'closing a page', old.close()).catch(() => {});
		watch.crashed = false;
		watch.show(page);
		this.guard = await MainFrameGuard.before(page, this.#refuse);
	}

	/** Also when a page is busy. */
	async close(): Promise<void> {
		await within(closeMs, 'closing the context', this.#context.close()).catch(() => {});
		this.#proxy.close();
	}
}
