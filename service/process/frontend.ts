import {exportPlaywright} from '../browser/script/export-playwright.ts';
import {textHash} from '../browser/script/code-text.ts';
import {findBrowser} from '../browser/find-browser.ts';
import type {FrontendRunner} from '../browser/frontend-job.ts';
import {createFrontendRunner} from '../browser/frontend-runner.ts';
import type {SiteReader} from '../browser/site-job.ts';
import type {PlanScripts} from '../domain/plan-scripts.ts';
import type {Frontend} from '../engine/plan-execution.ts';

type FrontendOptions = {
	/** Profiles and downloads of browsers, nothing else. */
	folder: string;
	env: Readonly<Record<string, string | undefined>>;
	/** Ports of the service itself. */
	refusedPorts(): number[];
	maxParallel: number;
	mayVisitPrivate: boolean;
	/** Milliseconds of a clock that never goes back. */
	elapsedMs(): number;
	now(): number;
};

/** A browser that was found stays where it is; one that was installed a moment ago is to be seen soon. */
const lookEveryMs = 5000;

/** What executes plans and knows their scripts. `SVC_FRONTEND=off`: no browser is used, whatever is installed. */
export function createFrontend(
	options: FrontendOptions,
): Frontend & PlanScripts & {runner: FrontendRunner & SiteReader} {
	const {env, mayVisitPrivate, elapsedMs} = options;
	const isOff = isFrontendOff(env);
	let looked: {at: number; path: string | null} | null = null;
	const browserPath = (): string | null => {
		if (isOff) return null;
		if (looked === null || elapsedMs() - looked.at > lookEveryMs) looked = {at: elapsedMs(), path: findBrowser(env)};
		return looked.path;
	};
	return {
		runner: createFrontendRunner(options),
		isReady: () => browserPath() !== null,
		browserPath,
		exportCode: exportPlaywright,
		textHash,
		mayVisitPrivate,
	};
}

export const isFrontendOff = (env: FrontendOptions['env']): boolean =>
	/^(?:off|0|false|no)$/i.test(env['SVC_FRONTEND']?.trim() ?? '');
