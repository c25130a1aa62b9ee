import type {StepFailure} from '../frontend-job.ts';
import {DeadlineError, timeoutIn, within} from './deadline.ts';
import {describe, type Found} from './find.ts';
import {StepFailed} from './step-failed.ts';
import type {Target} from '../../../source/plan-language/reading.ts';

export type Hindrance = {
	isAttached: boolean;
	isVisible: boolean;
	isDisabled: boolean;
	isReadonly: boolean;
	coveredBy: {name: string; kind: 'consent' | 'modal' | 'spinner' | 'other'} | null;
	invalidFields: Array<{name: string; message: string}>;
};

type PageElement = {
	isConnected: boolean;
	localName: string;
	disabled?: boolean;
	readOnly?: boolean;
	form?: {elements: ArrayLike<PageElement>} | null;
	id: string;
	className: unknown;
	parentElement: PageElement | null;
	textContent: string | null;
	validationMessage?: string;
	labels?: ArrayLike<PageElement> | null;
	checkVisibility(options: object): boolean;
	getBoundingClientRect(): {x: number; y: number; width: number; height: number};
	getAttribute(name: string): string | null;
	matches(selector: string): boolean;
	closest(selector: string): PageElement | null;
	contains(other: PageElement): boolean;
	getRootNode(): {elementFromPoint?(x: number, y: number): PageElement | null};
	scrollIntoView(options: object): void;
	querySelector(selector: string): PageElement | null;
	querySelectorAll(selector: string): ArrayLike<PageElement>;
};

/** Runs in the page: what stands between an element and an action. */
export function hindranceOf(node: unknown): Hindrance {
	const element = node as PageElement;
	const page = globalThis as unknown as {getComputedStyle(of: PageElement): Record<string, string>};
	element.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
	const box = element.getBoundingClientRect();
	const isVisible =
		element.checkVisibility({visibilityProperty: true, opacityProperty: false}) && box.width > 0 && box.height > 0;
	const met = element.getRootNode().elementFromPoint?.(box.x + box.width / 2, box.y + box.height / 2) ?? null;
	let coveredBy: Hindrance['coveredBy'] = null;
	if (isVisible && met && met !== element && !element.contains(met) && !met.contains(element)) {
		let top = met;
		// What covers is mostly a piece of something that floats.
		for (let above: PageElement | null = met; above; above = above.parentElement) {
			if (above.contains(element)) break;
			top = above;
			if (['fixed', 'sticky'].includes(page.getComputedStyle(above)['position'] ?? '')) break;
			if (above.matches('dialog,[role=dialog],[role=alertdialog]')) break;
		}
		const text = (top.textContent ?? '').trim().replace(/\s+/g, ' ');
		const name = top.getAttribute('aria-label') ?? (text.slice(0, 80) || top.id || top.localName);
		const marks = `${top.id} ${String(top.className)} ${top.getAttribute('role') ?? ''}`;
		const kind = /consent|cookie|privacy|gdpr/i.test(`${text.slice(0, 500)} ${marks}`)
			? 'consent'
			: /spin|load|progress|busy/i.test(marks) || (text === '' && top.querySelector('[class*=spin],[role=progressbar]'))
				? 'spinner'
				: top.matches('dialog,[role=dialog],[role=alertdialog],[aria-modal]') ||
						top.querySelector('[role=dialog],dialog[open]')
					? 'modal'
					: 'other';
		coveredBy = {name, kind};
	}
	const isDisabled = element.disabled === true || element.closest('[aria-disabled=true],fieldset:disabled') !== null;
	const fields = Array.from(
		element.form?.elements ?? element.closest('form,[role=form]')?.querySelectorAll('input,select,textarea') ?? [],
	);
	const invalidFields = fields
		.filter(field => (field.validationMessage ?? '') !== '' || field.getAttribute('aria-invalid') === 'true')
		.slice(0, 10)
		.map(field => ({
			name: (
				field.labels?.[0]?.textContent ??
				field.getAttribute('aria-label') ??
				field.getAttribute('placeholder') ??
				field.getAttribute('name') ??
				''
			)
				.trim()
				.slice(0, 80),
			message: (field.validationMessage || 'is marked invalid').slice(0, 200),
		}));
	return {
		isAttached: element.isConnected,
		isVisible,
		isDisabled,
		isReadonly: element.readOnly === true || element.getAttribute('aria-readonly') === 'true',
		coveredBy,
		invalidFields: isDisabled ? invalidFields : [],
	};
}

const examineMs = 2000;

/** What hinders an action on an element now; `gone`: it is not in the page any more, `busy`: the page does not answer. */
export async function hindrance(found: Found, ms: number): Promise<Hindrance | 'gone' | 'busy'> {
	const patience = Math.min(ms, examineMs);
	try {
		if ((await within(patience, 'looking for the element', found.locator.count())) === 0) return 'gone';
		const examined = found.locator.evaluate(hindranceOf, undefined, {timeout: patience});
		return await within(patience, 'examining the element', examined);
	} catch (error) {
		return error instanceof DeadlineError ? 'busy' : 'gone';
	}
}

/** Less is no time to act in. */
const shortMs = 2000;

/** Why an action on an element did not come through in its time. */
export function hinderedBy(target: Target, found: Found, what: Hindrance | 'gone' | 'busy', said: string): StepFailed {
	const wanted = describe(target);
	const failed = (
		which: StepFailure['case'],
		message: string,
		facts: {coveredBy?: Hindrance['coveredBy']; invalidFields?: Hindrance['invalidFields']} = {},
	) => new StepFailed({case: which, target: wanted, message, box: found.element.box, ...facts});
	if (what === 'busy') return failed('timeout', `the page never answered while ${wanted} was acted on`);
	if (what === 'gone') return failed('not_found', `${wanted} went away while it was acted on`);
	if (what.isDisabled) {
		const fields = what.invalidFields.map(({name, message}) => `${name || 'a field'}: ${message}`).join(' · ');
		return failed('disabled', `${wanted} is disabled${fields ? `; ${fields}` : ''}`, {
			invalidFields: what.invalidFields,
		});
	}
	if (!what.isVisible) return failed('hidden', `${wanted} is in the page but not visible`);
	if (what.coveredBy)
		return failed('covered', `${wanted} is covered by ${coverName(what.coveredBy)}`, {coveredBy: what.coveredBy});
	// A click needs no field that can be written in.
	if (what.isReadonly && !/\.(?:dbl)?click: /.test(said)) return failed('not_editable', `${wanted} is read-only`);
	const left = timeoutIn(said);
	// Nothing is in the way: the page was still busy when the time of the step was over.
	return left === null || left > shortMs
		? failed('not_editable', `${wanted} could not be acted on: ${said}`)
		: failed('timeout', `${wanted} could not be acted on in the ${left} ms that were left of the step's time`);
}

const coverName = ({name, kind}: NonNullable<Hindrance['coveredBy']>) =>
	`${kind === 'other' ? '' : `a ${kind === 'consent' ? 'consent banner' : kind === 'modal' ? 'dialog' : kind}: `}"${name}"`;
