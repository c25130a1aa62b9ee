import process from 'node:process';
import type {BrowserContext} from 'playwright-core';
import type {FrontendJob, FrontendOutcome, StepOutcome} from '../frontend-job.ts';
import {FilterProxy} from '../filter-proxy.ts';
import {withoutPage} from '../outcomes.ts';
import {type BrowserKeeper, type BrowserLease, downloadsOf} from './browser-keeper.ts';
import {Deadline, within} from './deadline.ts';
import {Sessions} from './evidence.ts';
import type {LoginState, LoginStates} from './login-states.ts';
import {Mask} from './mask.ts';
import type {MemoryWatch} from './memory-watch.ts';
import {PlanRecord} from './plan-record.ts';
import {runStep} from './run-step.ts';
import {Session} from './session.ts';
import {Variables} from './variables.ts';
import {Watch} from './watch.ts';
import {mayShareLogin} from './shared-login.ts';

export type PlanSurroundings = {
	keeper: BrowserKeeper;
	memory: MemoryWatch;
	logins: LoginStates;
	/** The host's own folder. */
	folder: string;
	refusedPorts: number[];
	signal: AbortSignal;
	onStepStart(stepIndex: number): void;
	onStepEnd(step: StepOutcome): void;
};

const closeMs = 5000;
/** Never read back: only steps of the log. */
const mostAttempts = 2;

/**
 * Executes a plan in a context of its own. A renderer or browser that dies, also while it is launched or opens the page, is
 * followed by a second start in a fresh browser; the second death is the verdict. Rejects only when no browser starts.
 */
export async function runPlan(job: FrontendJob, around: PlanSurroundings): Promise<FrontendOutcome> {
	const began = Date.now();
	const rest = around.memory.begin();
	try {
		for (let attempt = 1; ; attempt++) {
			const isLast = attempt >= mostAttempts || around.signal.aborted;
			const lease = await leased(around, isLast);
			if (lease === null) continue;
			const death: Death = {gigabytes: null};
			try {
				const outcome = await attemptPlan(job, around, lease, began, death);
				if (outcome.failureKind !== 'browser_crash' || around.signal.aborted) return again(outcome, attempt);
				if (death.gigabytes !== null) return tooLarge(outcome, death.gigabytes);
				if (isLast) return again(outcome, attempt);
				await around.keeper.renew();
			} catch (error) {
				if (isLast || !(await isDead(lease))) throw error;
				await around.keeper.renew();
			} finally {
				lease.release();
			}
		}
	} finally {
		rest();
	}
}

/** The browser for an attempt; null: it did not start, and it is tried once more. */
async function leased({keeper}: PlanSurroundings, isLast: boolean): Promise<BrowserLease | null> {
	try {
		return await keeper.lease();
	} catch (error) {
		if (isLast) throw error;
		return null;
	}
}

/** A browser that died says so a moment after the call that found it dead. */
const deathMs = 1000;

/** Whether nothing could be opened because the browser has died. */
async function isDead({browser}: BrowserLease): Promise<boolean> {
	if (!browser.isConnected()) return true;
	const death = new Promise<void>(resolve => void browser.once('disconnected', () => resolve()));
	return within(deathMs, 'its death', death).then(
		() => true,
		() => false,
	);
}

/** Memory of the renderer of an attempt that was ended for it. */
type Death = {gigabytes: number | null};

const again = (outcome: FrontendOutcome, attempt: number): FrontendOutcome =>
	attempt === 1
		? outcome
		: {...outcome, note: [outcome.note, 'started again in a fresh browser after a crash'].filter(Boolean).join('; ')};

function tooLarge(outcome: FrontendOutcome, gigabytes: number): FrontendOutcome {
	const error = `${outcome.error?.replace(/:.*$/s, '') ?? 'the run'}: the page used more than ${Math.floor(gigabytes * 10) / 10} GB of memory`;
	return {...outcome, error};
}

async function attemptPlan(
	job: FrontendJob,
	around: PlanSurroundings,
	lease: BrowserLease,
	began: number,
	death: Death,
): Promise<FrontendOutcome> {
	const {signal, refusedPorts, logins} = around;
	const cancelled = (): FrontendOutcome =>
		withoutPage(job, {status: 'cancelled', failureKind: null, error: null}, Date.now());
	if (signal.aborted) return cancelled();
	const policy = job.mayVisitPrivate ? 'private' : 'public';
	const proxy = await FilterProxy.open({policy, refusedPorts, env: process.env});
	let context: BrowserContext | null = null;
	const close = async () => {
		// A busy page delays nothing here: the context closes without it.
		if (context) await within(closeMs, 'closing the context', context.close()).catch(() => {});
	};
	signal.addEventListener('abort', close, {once: true});
	try {
		context = await openContext(job, lease, proxy, mayShareLogin(job.steps) ? logins.of(job.loginKey) : null);
		if (signal.aborted) return cancelled();
		const outcome = await playSteps(job, around, {context, lease, proxy, began, death});
		return signal.aborted ? cancelled() : outcome;
	} finally {
		signal.removeEventListener('abort', close);
		await close();
		proxy.close();
	}
}

const contextMs = 20_000;

/** A context whose only way to the network is `proxy`. @param state of somebody who has signed in */
export async function openContext(
	job: Pick<FrontendJob, 'viewport' | 'httpAccount' | 'targetUrl'>,
	{browser}: BrowserLease,
	proxy: FilterProxy,
	state: LoginState | null,
): Promise<BrowserContext> {
	const {size, isTouch} = viewportOf(job.viewport);
	const context = await within(
		contextMs,
		'opening a browser context',
		browser.newContext({
			viewport: size,
			...(isTouch ? {hasTouch: true, isMobile: true} : {}),
			locale: 'en-US',
			timezoneId: process.env['TZ'] || 'UTC',
			acceptDownloads: true,
			serviceWorkers: 'block',
			permissions: [],
			reducedMotion: 'reduce',
			// Loopback too goes through the proxy, or it would be reached directly.
			proxy: {server: proxy.address, bypass: '<-loopback>'},
			...(state ? {storageState: state} : {}),
			// Only the server of the project is given it.
			...(job.httpAccount ? {httpCredentials: {...job.httpAccount, origin: new URL(job.targetUrl).origin}} : {}),
		}),
	);
	// Our own deadlines are shorter; these end what nobody waits for any more.
	context.setDefaultTimeout(60_000);
	context.setDefaultNavigationTimeout(60_000);
	return context;
}

type Place = {
	context: BrowserContext;
	lease: BrowserLease;
	proxy: FilterProxy;
	began: number;
	death: Death;
};

async function playSteps(job: FrontendJob, around: PlanSurroundings, place: Place): Promise<FrontendOutcome> {
	const {context, lease, proxy, began, death} = place;
	const mask = new Mask([
		...job.secrets,
		...job.secretNames.flatMap(name => job.variables[name] ?? []),
		...(job.account ? [job.account.password] : []),
	]);
	let session: Session | null = null;
	const watch = new Watch(context, downloadsOf(around.folder), Date.now, {
		note: text => session?.note(text),
		crashed: () => {
			death.gigabytes ??= around.memory.takeKill();
		},
	});
	const plan = new Deadline(job.timeoutSeconds * 1000);
	session = new Session({
		job,
		context,
		watch,
		mask,
		variables: new Variables(job),
		sessions: new Sessions(),
		proxy,
		logins: around.logins,
	});
	await within(contextMs, 'opening a page', context.newPage());
	const record = new PlanRecord(job);
	const steps = withoutPage(job, {status: 'passed', failureKind: null, error: null}, began).steps;
	const doubts: string[] = [];
	let failed: {
		index: number;
		outcome: StepOutcome;
		verdict: {status: 'failed' | 'blocked'; failureKind: FrontendOutcome['failureKind']};
	} | null = null;
	for (const [place, step] of job.steps.entries()) {
		if (around.signal.aborted) break;
		const stepIndex = place + 1;
		around.onStepStart(stepIndex);
		session.deadline = new Deadline(Math.min(job.stepTimeoutMs, plan.left));
		const {outcome, verdict, doubts: own} = await runStep(session, record, step, stepIndex, plan);
		if (around.signal.aborted) break;
		const masked = mask.step(outcome);
		steps[place] = masked;
		if (!verdict) doubts.push(...own.map(text => `step ${stepIndex}: ${text}`));
		around.onStepEnd(masked);
		if (verdict) {
			failed = {index: stepIndex, outcome: masked, verdict};
			break;
		}
	}
	const healedSteps = steps.filter(step => step.healed).length;
	const hasAssertion = job.steps.some(step => step.type === 'assertion');
	return {
		status: failed?.verdict.status ?? 'passed',
		failureKind: failed?.verdict.failureKind ?? null,
		error: failed && `step ${failed.index}: ${failed.outcome.error}`,
		trace: failed?.outcome.evidence.log ?? null,
		apiOutput: '',
		failedLine: null,
		captures: session.captured
			.filter(one => one.isForOtherTests)
			.map(({name, value}) => ({name, value, declared: true, at: Date.now()})),
		calls: watch.calls.map(call => mask.call(call)),
		advisories: mask.deep([
			...doubts,
			...(failed || hasAssertion ? [] : ['The plan has no assertion: it passes when its actions can be carried out.']),
		]),
		startedAt: began,
		finishedAt: Date.now(),
		steps,
		failedStepIndex: failed?.index ?? null,
		healedSteps,
		note: healedSteps > 0 ? `${healedSteps === 1 ? '1 step was' : `${healedSteps} steps were`} repaired` : null,
		script: failed ? null : mask.deep(record.script()),
		played: mask.deep(record.played()),
		// What was found by its fingerprint, and could then not be acted on, was not repaired.
		heals: mask.deep(record.heals.filter(heal => steps[heal.stepIndex - 1]?.healed)),
		browser: {name: 'Chromium', version: lease.version},
	};
}

/** Sizes that a plan names by a word. */
const named: Record<string, {width: number; height: number; isTouch: boolean}> = {
	desktop: {width: 1280, height: 800, isTouch: false},
	laptop: {width: 1440, height: 900, isTouch: false},
	tablet: {width: 820, height: 1180, isTouch: false},
	phone: {width: 390, height: 844, isTouch: true},
};

/** Of a name or `<width>x<height>`; the desktop for anything else. */
function viewportOf(text: string): {size: {width: number; height: number}; isTouch: boolean} {
	const [, width, height] = /^(\d+)x(\d+)$/.exec(text) ?? [];
	const {isTouch, ...size} =
		width && height
			? {width: Number(width), height: Number(height), isTouch: false}
			: (named[text] ?? named['desktop']!);
	return {size, isTouch};
}
