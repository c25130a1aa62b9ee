import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {type Browser, chromium} from 'playwright-core';

/** Use of the browser for one run. */
export type BrowserLease = {browser: Browser; version: string; release(): void};

type Kept = {browser: Browser; users: number; contexts: number; since: number; isRetired: boolean};

/** A browser that has had this many contexts, or is this old, is replaced by a fresh one. */
const mostContexts = 200;
const longestLifeMs = 30 * 60_000;
const launchTimeoutMs = 60_000;

const isRoot = process.getuid?.() === 0;

/** Besides Playwright's own. The proxy is the only way out, so nothing is resolved here. */
const flags = [
	'--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
	'--disable-quic',
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
	'--no-first-run',
	'--disable-sync',
];

/** Where the browser writes downloads, each under a name of its own. */
export const downloadsOf = (folder: string): string => join(folder, 'downloads');

/** One browser at a time for all runs of the host, launched by the first of them. */
export class BrowserKeeper {
	readonly #binary: string;
	readonly #folder: string;
	#current: Promise<Kept> | null = null;

	constructor(binary: string, folder: string) {
		this.#binary = binary;
		this.#folder = folder;
	}

	/** Rejects when the browser does not start. */
	async lease(): Promise<BrowserLease> {
		const kept = await this.#usable();
		kept.users++;
		kept.contexts++;
		let isHeld = true;
		return {
			browser: kept.browser,
			version: kept.browser.version(),
			release: () => {
				if (!isHeld) return;
				isHeld = false;
				kept.users--;
				if (kept.users === 0 && isWornOut(kept)) void this.#retire(kept);
			},
		};
	}

	/** The next lease gets a fresh browser; the one there ends with its last run. */
	async renew(): Promise<void> {
		const kept = await this.#current?.catch(() => null);
		this.#current = null;
		if (!kept) return;
		kept.isRetired = true;
		if (kept.users === 0) await kept.browser.close().catch(() => {});
	}

	async close(): Promise<void> {
		const kept = await this.#current?.catch(() => null);
		this.#current = null;
		await kept?.browser.close().catch(() => {});
	}

	async #usable(): Promise<Kept> {
		const kept = await this.#current?.catch(() => null);
		if (kept?.browser.isConnected() && !isWornOut(kept)) return kept;
		if (kept && kept.users === 0) void kept.browser.close().catch(() => {});
		// Somebody else may have launched one meanwhile.
		if (this.#current && (await this.#current.catch(() => null)) !== kept) return this.#usable();
		this.#current = this.#launch();
		return this.#current;
	}

	async #launch(): Promise<Kept> {
		const home = join(this.#folder, 'home');
		for (const path of [home, downloadsOf(this.#folder)]) mkdirSync(path, {recursive: true, mode: 0o700});
		const browser = await chromium.launch({
			executablePath: this.#binary,
			headless: true,
			args: flags,
			chromiumSandbox: !isRoot,
			handleSIGINT: false,
			handleSIGTERM: false,
			handleSIGHUP: false,
			timeout: launchTimeoutMs,
			downloadsPath: downloadsOf(this.#folder),
			env: {...(process.env as Record<string, string>), HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home},
		});
		return {browser, users: 0, contexts: 0, since: performance.now(), isRetired: false};
	}

	async #retire(kept: Kept): Promise<void> {
		if ((await this.#current?.catch(() => null)) === kept) this.#current = null;
		await kept.browser.close().catch(() => {});
	}
}

const isWornOut = (kept: Kept) =>
	kept.isRetired ||
	!kept.browser.isConnected() ||
	kept.contexts >= mostContexts ||
	performance.now() - kept.since >= longestLifeMs;
