import {describeParts} from '../../../source/plan-language/describe.ts';
import {toldPart} from '../../../source/plan-language/told.ts';
import {pathnameOf} from '../../domain/endpoint-path.ts';
import type {PlanFileStep} from '../../../contract/plan-file.ts';
import type {ActionPart, AssertionPart, Part} from '../../../source/plan-language/reading.ts';
import type {FrontendOutcome, StepFailure, StepOutcome} from '../frontend-job.ts';
import type {Look} from '../page/look.ts';
import type {Act, Elements} from './act/act.ts';
import {carryOut} from './act/carry-out.ts';
import {goTo, leftOrigin} from './act/navigate.ts';
import {check, isAssertion} from './check.ts';
import {answerOf, inPage} from './dialog-answers.ts';
import {notedDialogs} from './watch.ts';
import {outlinedBox, whyRefused, StepFailed} from './step-failed.ts';
import {Deadline, DeadlineError, timeoutIn, within} from './deadline.ts';
import {collectEvidence, staysAsLeft} from './evidence.ts';
import {areUntouched} from './stillness.ts';
import {isSignedOut, isSignInPage, logIn} from './login.ts';
import type {PlayedPart, PlanRecord} from './plan-record.ts';
import {freshFinder} from './fresh-finder.ts';
import {replayFinder} from './replay-finder.ts';
import type {StepFinder} from './step-finder.ts';
import {firstLine, type Session} from './session.ts';

export type StepResult = {
	outcome: StepOutcome;
	/** Null: it passed. */
	verdict: {status: 'failed' | 'blocked'; failureKind: FrontendOutcome['failureKind']} | null;
	/** What its author should look at although it passed. */
	doubts: string[];
};

/** Carries out one step of a plan, with its evidence, whatever happens. */
export async function runStep(
	session: Session,
	record: PlanRecord,
	step: PlanFileStep,
	stepIndex: number,
	plan: Deadline,
): Promise<StepResult> {
	const began = performance.now();
	session.notes = [];
	session.doubts = [];
	session.log = [];
	session.watch.beginStep();
	const played: Played = {reading: null, op: null, parts: [], healed: false, held: null};
	let failure: StepFailed | null = null;
	const capturesBefore = session.captured.length;
	try {
		await play(session, record, step, stepIndex, played);
	} catch (error) {
		await lastWord(session);
		failure = asFailure(session, error, plan);
	}
	if (!failure && session.watch.crashed) failure = new StepFailed({case: 'crash', message: 'the page crashed'});
	if (failure && (failure.case === 'timeout' || failure.case === 'navigation')) failure.message += dialogLoop(session);
	if (failure?.case === 'navigation') await stopLoading(session);
	const clicked = failure === null ? await unheeded(session, played) : null;
	// A claim that held was seen on a look that nothing has come after.
	const held = failure === null ? played.held : null;
	const looking = held ?? lastLook(session, failure);
	const look = failure ? await looking : null;
	const asked = failure ? signInAsked(session, failure, look, stepIndex) : '';
	if (failure) failure.message += unanswered(session, failure) + asked;
	const isLost = failure?.case === 'crash';
	const {pictures} = session.job.settings;
	// A page that has just not answered is not waited for once more.
	const isSilent = failure?.case === 'timeout' || failure?.case === 'navigation';
	const {evidence, left} = await collectEvidence({
		patienceMs: isSilent ? 1500 : 5000,
		page: isLost ? null : (session.watch.pages.at(-1) ?? null),
		sessions: session.parts.sessions,
		watch: session.watch,
		mask: session.parts.mask,
		look: looking,
		before: held && isAssertion(played.op!) && played.parts.length === 1 ? session.left : null,
		withPicture: pictures === 'all' || (pictures === 'failed' && failure !== null),
		outlined: failure && outlinedBox(failure, look),
		log: [played.reading && `read as: ${played.reading}`, ...session.log, failure && `ended: ${failure.message}`]
			.filter(Boolean)
			.join('\n'),
	});
	if (clicked && left.look && areUntouched(clicked, left.look))
		session.doubt('nothing changed on the page after this click');
	session.left = left;
	const last = session.captured.length > capturesBefore ? session.captured.at(-1)! : null;
	const isUnread = failure?.case === 'not_read' || failure?.case === 'needs_value';
	record.close(stepIndex, played.parts, failure === null);
	return {
		verdict: failure?.verdict ?? null,
		doubts: session.doubts,
		outcome: {
			stepIndex,
			stepType: played.op !== null && isAssertion(played.op) ? 'assertion' : step.type,
			action: played.op,
			status: failure === null ? 'passed' : isUnread ? null : 'failed',
			error: failure?.message ?? null,
			note: session.notes.length > 0 ? session.notes.join('; ') : null,
			healed: played.healed,
			durationMs: Math.round(performance.now() - began),
			reading: played.reading,
			locator: played.parts.at(-1)?.elements[0]?.locator ?? null,
			captured: last && {name: last.name, value: last.value},
			evidence,
			failure: failure && factsOf(session, failure, look, asked !== ''),
		},
	};
}

const clicks = new Set<string>(['click', 'right_click', 'long_press', 'do', 'go']);

/** The look that the step before left, where this one clicks and nothing of what its page is made of has changed since. */
async function unheeded(session: Session, played: Played): Promise<Look | null> {
	const {watch, left, parts} = session;
	const acts = played.parts.filter(({op}) => !isAssertion(op as Part['op']));
	const isClick = acts.length === 1 && clicks.has(acts[0]!.op) && acts[0]!.part['wasSo'] !== true;
	if (!isClick || watch.hasStirred || !left?.look) return null;
	return (await staysAsLeft(left, session.page, parts.mask.values)) && !watch.hasStirred ? left.look : null;
}

type Played = {
	reading: string | null;
	op: Part['op'] | null;
	parts: PlayedPart[];
	healed: boolean;
	/** The look on which the claim of the last part held. */
	held: Look | null;
};

async function play(
	session: Session,
	record: PlanRecord,
	step: PlanFileStep,
	stepIndex: number,
	played: Played,
): Promise<void> {
	const finder = finderOf(session, record, step, stepIndex);
	await openFirst(session, finder, stepIndex);
	const reading = await finder.read();
	played.reading = reading.line;
	if (reading.note) session.note(reading.note);
	played.op = reading.parts[0]?.op ?? null;
	let dialogsBefore = 0;
	let {parts} = reading as {parts: readonly Part[]};
	for (let place = 0; place < parts.length; place++) {
		if (place > 0) parts = await finder.partsAt(place);
		played.reading = describeParts(parts);
		const part = parts[place]!;
		const next = parts[place + 1];
		if (part.op === 'do') session.watch.disarm();
		const answer = next && answerOf(next);
		if (answer)
			session.watch.arm({answer: answer.answer, text: answer.text && session.parts.variables.fill(answer.text.text)});
		// The dialog that the part before it opened has been answered: nothing of the page is left to confirm.
		const hasOpened = session.watch.dialogs > dialogsBefore;
		const answered = place > 0 && hasOpened ? answerOf(part) : null;
		if (answered && part.op === 'do') session.say(`it was a dialog of the browser: ${answered.answer}ed`);
		dialogsBefore = session.watch.dialogs;
		try {
			session.watch.beginAction();
			const page = session.watch.pages.at(-1);
			await playPart(
				session,
				finder,
				answered ?? (hasOpened ? null : await inPage(session, part, place)) ?? part,
				place,
				played,
			);
			if (await afterPart(session, part)) followsTab(played, 'opensTab');
			if (page?.isClosed() && part.op !== 'tab' && session.watch.pages.length > 0) followsTab(played, 'closesTab');
		} catch (error) {
			if (error instanceof StepFailed && parts.length > 1)
				error.message = `part ${place + 1} of ${parts.length}: ${error.message}`;
			throw error;
		}
	}
	played.healed = finder.hasHealed;
}

/** A plan that does not begin with an address begins on the project's. */
async function openFirst(session: Session, finder: StepFinder, stepIndex: number): Promise<void> {
	if (stepIndex !== 1 || session.hasPage || finder.opensPage) return;
	await goTo(session, '');
}

async function playPart(
	session: Session,
	finder: StepFinder,
	part: Part,
	place: number,
	played: Played,
): Promise<void> {
	played.held = null;
	if (part.op === 'dialog') {
		if (place === 0)
			session.watch.arm({answer: part.answer, text: part.text && session.parts.variables.fill(part.text.text)});
		else if (session.watch.dialogs === 0)
			throw new StepFailed({case: 'dialog', target: 'dialog', message: `no dialog was opened to ${part.answer}`});
		played.parts.push(finder.plain(place, part));
		return;
	}
	if (isAssertion(part.op)) {
		const subject = await finder.check(place, part as AssertionPart);
		const {told} = part as AssertionPart;
		const shown = subject.as ?? (subject.isTold && told !== undefined ? toldPart(told) : part);
		played.parts.push(await finder.observed(place, shown, subject.as ? {...subject, index: null} : subject));
		played.held = subject.look;
		return;
	}
	if (part.op === 'wait') {
		if (part.until === 'quiet') {
			await session.settle(Math.min((part.seconds ?? 30) * 1000, session.job.stepTimeoutMs));
			played.parts.push(finder.plain(place, part));
			return;
		}
		const seen = await check(session, part.until, null, part.seconds === null ? undefined : part.seconds * 1000);
		played.parts.push(await finder.observed(place, part, seen));
		played.held = seen.look;
		return;
	}
	if (part.op === 'login') {
		await logIn(session, part.username, part.password, part.mayFail);
		played.parts.push(finder.plain(place, part));
		return;
	}
	await signInAgain(session);
	session.unleft = null;
	const {elements, entry} = await finder.elements(place, part);
	played.parts.push(entry);
	const act: Act = {
		session,
		elements,
		findMore: (slot, target) => finder.more(entry, slot, target, part.op),
		keep: (slot, target, found) => finder.keep(entry, slot, target, found),
		tell: facts => {
			entry.part = {...entry.part, ...facts};
		},
	};
	await carryOut(act, part as ActionPart);
}

/** A shared login that has run out is renewed once, before the step that would fail for it. */
async function signInAgain(session: Session): Promise<void> {
	const {job, parts} = session;
	if (
		session.isSignedInAgain ||
		!session.hasPage ||
		job.loginKey === null ||
		!parts.logins.of(job.loginKey) ||
		!job.account
	)
		return;
	const look = session.lastLook;
	if (!look || !isSignedOut(look) || job.steps.some(step => /\b(?:log|sign)(?:\s*-)?\s*in\b/i.test(step.description)))
		return;
	session.isSignedInAgain = true;
	parts.logins.forget(job.loginKey);
	await logIn(session, null, null);
	session.note('signed in again: the shared login had run out');
}

/** Its export goes on in the tab that is shown then, too. */
function followsTab(played: Played, change: 'opensTab' | 'closesTab'): void {
	const last = played.parts.at(-1);
	if (last) last[change] = true;
}

/** What is to be known after every part: tabs that opened, the origin, addresses that are no pages. True: it opened a tab. */
async function afterPart(session: Session, part: Part): Promise<boolean> {
	const {watch, job} = session;
	const opened = watch.opened.filter(page => !page.isClosed() && page === watch.pages.at(-1));
	const isInTab =
		opened.length > 0 && part.op !== 'tab' && part.op !== 'new_tab' && session.parts.context.pages().length > 1;
	if (isInTab) {
		session.note('a new tab opened and became the current page');
		await session.call('the new tab', session.page.waitForLoadState('domcontentloaded')).catch(() => {});
		watch.opened = [];
	}
	const address = watch.pages.at(-1)?.url() ?? 'about:blank';
	if (!URL.canParse(address)) return isInTab;
	const {protocol, origin} = new URL(address);
	if (!['http:', 'https:', 'about:', 'chrome-error:', 'blob:'].includes(protocol))
		throw new StepFailed({
			case: 'refused_address',
			target: address,
			message: `the page went to a ${protocol} address, which is not opened`,
		});
	if (protocol.startsWith('http') && origin !== new URL(job.targetUrl).origin && part.op !== 'goto')
		leftOrigin(session, origin);
	if (protocol === 'chrome-error:') throw lostPage(session);
	return isInTab;
}

function lostPage(session: Session): StepFailed {
	const refusal = session.parts.proxy.refusals.at(-1);
	if (refusal)
		return new StepFailed({
			case: 'refused_address',
			target: refusal.host,
			message: `the page was refused: ${whyRefused(refusal)}`,
		});
	const failure = session.parts.proxy.failures.at(-1);
	const why = failure ? `${failure.host}:${failure.port} ${failure.code}` : 'the page could not be loaded';
	return new StepFailed({case: 'navigation', target: 'page', message: `the browser shows an error page: ${why}`});
}

const lastWordMs = 1000;

/** A browser that dies closes its pages before it says so. */
async function lastWord(session: Session): Promise<void> {
	const browser = session.parts.context.browser();
	if (session.watch.pages.length > 0 || !browser?.isConnected()) return;
	const gone = new Promise<void>(resolve => browser.once('disconnected', () => resolve()));
	await within(lastWordMs, 'the end of the browser', gone).catch(() => {});
}

function asFailure(session: Session, error: unknown, plan: Deadline): StepFailed {
	const {watch} = session;
	const text = error instanceof Error ? error.message : String(error);
	if (watch.crashed || session.isBrowserGone)
		return new StepFailed({case: 'crash', message: watch.crashed ? 'the page crashed' : 'the browser died'});
	if (plan.isOver) {
		const seconds = session.job.timeoutSeconds;
		return new StepFailed({case: 'timeout', message: `the plan took longer than ${seconds} s`});
	}
	if (error instanceof StepFailed) return error;
	if (error instanceof DeadlineError || timeoutIn(text) !== null)
		return new StepFailed({case: 'timeout', message: `the page never answered: ${firstLine(error)}`});
	if (watch.pages.length === 0) return new StepFailed({case: 'not_found', message: 'every tab has been closed'});
	return new StepFailed({case: 'not_found', message: firstLine(error)});
}

/** Cases in which something of the page was waited for. */
const waitedFor = new Set([
	'not_found',
	'hidden',
	'covered',
	'disabled',
	'assertion',
	'timeout',
	'navigation',
	'download',
	'login',
]);
const unansweredMs = 2000;

/** A request that the page may still be waiting for, as the end of a sentence. */
function unanswered(session: Session, failure: StepFailed): string {
	if (!waitedFor.has(failure.case)) return '';
	const [first, ...others] = session.watch.noteUnanswered(unansweredMs);
	if (!first) return '';
	const path = pathnameOf(first.url) ?? first.url;
	const more = others.length > 0 ? `, nor ${others.length} more` : '';
	return session.parts.mask.text(
		`; ${first.method} ${path.slice(0, 200)} was not answered in ${(first.ms / 1000).toFixed(1)} s${more}`,
	);
}

/** The page wants somebody to sign in, no step does, and there is no account to do it with. */
function signInAsked(session: Session, failure: StepFailed, look: Look | null, stepIndex: number): string {
	const {job} = session;
	if (job.account || look === null || !['not_found', 'hidden', 'assertion'].includes(failure.case)) return '';
	const told = /\b(?:pass-?(?:word|code|phrase)|(?:log|sign)(?:\s*-)?\s*(?:in|on|out|up)|register)\b/i;
	if (job.steps.slice(0, stepIndex).some(({description}) => told.test(description))) return '';
	return isSignedOut(look) && isSignInPage(look)
		? `; the page asks to sign in, and no account is stored for this project. Store one: svc project update ${job.projectId} --username <account> --password-file <password-file>, and begin the plan with "Log in"`
		: '';
}

/** What held the page up, as the end of a sentence; nothing where it opened few dialogs. */
function dialogLoop({watch}: Session): string {
	if (watch.dialogs <= notedDialogs || !watch.lastDialog) return '';
	const {type, message} = watch.lastDialog;
	return `; it opens dialogs in a loop: ${type} "${message.slice(0, 200)}"`;
}

/** A page that is still being waited for would hold up everything that is asked of it. */
async function stopLoading(session: Session): Promise<void> {
	const page = session.watch.pages.at(-1);
	if (!page) return;
	const stop = async () => (await session.parts.sessions.of(page)).send('Page.stopLoading');
	await within(1000, 'stopping the page', stop()).catch(() => {});
}

const lastLookMs = 2000;

/** For the outline and the facts of a failure; the last one there was when the page does not answer. */
async function lastLook(session: Session, failure: StepFailed | null): Promise<Look | null> {
	if (failure?.case === 'crash' || session.watch.pages.length === 0) return null;
	const deadline = session.deadline;
	session.deadline = new Deadline(lastLookMs);
	try {
		return await session.look();
	} catch {
		return session.lastLook;
	} finally {
		session.deadline = deadline;
	}
}

function factsOf(session: Session, failure: StepFailed, look: Look | null, isAsked: boolean): StepFailure {
	const {
		target = null,
		nearest = [],
		coveredBy = null,
		invalidFields = [],
		expected = null,
		actual = null,
	} = failure.facts;
	const status = failure.facts.documentStatus ?? session.watch.document?.status ?? null;
	// Beside a claim that found its element, a form to sign in says something only where the page is nothing else.
	const mayBeIt = (page: Look) => (failure.case === 'assertion' ? isSignInPage(page) : failure.case !== 'login');
	const login = session.job.account !== null && look !== null && isSignedOut(look) && mayBeIt(look);
	return {
		case: failure.case,
		target,
		nearest,
		coveredBy,
		invalidFields,
		expected,
		actual,
		url: session.watch.pages.at(-1)?.url() ?? '',
		title: look?.title ?? '',
		heading: look?.elements.find(one => one.role === 'heading' && (one.level ?? 1) === 1)?.name ?? null,
		documentStatus: status !== null && status >= 400 ? status : null,
		signedOut: login || isAsked,
	};
}

export type {Elements};

/** Replays the saved entry of the step while its text is the same; else the step is read. */
function finderOf(session: Session, record: PlanRecord, step: PlanFileStep, stepIndex: number): StepFinder {
	const replayed = record.entryOf(stepIndex, 'replay');
	if (replayed) return replayFinder(session, record, replayed);
	if (session.job.replay) session.say('the step has changed since its script was saved: it is read anew');
	return freshFinder(session, record, step, stepIndex);
}
