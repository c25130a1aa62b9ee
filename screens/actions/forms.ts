import type {Dashboard} from '../../source/stores/dashboard.ts';
import type {FormField} from '../../source/stores/ui.ts';
import type {PickOption} from '../../source/view-model/pick-field.ts';
import {textField} from '../../source/view-model/text-field.ts';
import {errorLine} from '../action.ts';
import {refusedField} from '../../source/stores/refused-field.ts';

type About = {value?: string | null; note?: string};

export const textInput = (name: string, label: string, {value, note}: About = {}): FormField => ({
	kind: 'text',
	name,
	label,
	field: textField(value ?? ''),
	...(note === undefined ? {} : {note}),
});

/** A field whose text is masked while it is typed. It begins empty: what is stored is never shown. */
export const secretInput = (name: string, label: string, note?: string): FormField => ({
	kind: 'text',
	name,
	label,
	field: textField(),
	isSecret: true,
	...(note === undefined ? {} : {note}),
});

/** @param chosen the option it begins with; absent or unknown = the first */
export const choiceInput = (
	name: string,
	label: string,
	options: readonly string[],
	chosen?: string | null,
): FormField => ({kind: 'choice', name, label, options, selected: Math.max(0, options.indexOf(chosen ?? ''))});

/**
 * @param chosen ids of those it begins with
 * @param most how many can be picked; absent: any number
 */
export const pickInput = (
	name: string,
	label: string,
	options: readonly PickOption[],
	chosen: readonly string[],
	{note, most}: {note?: string; most?: number} = {},
): FormField => ({
	kind: 'pick',
	name,
	label,
	options,
	chosen,
	field: textField(),
	cursor: -1,
	...(note === undefined ? {} : {note}),
	...(most === undefined ? {} : {most}),
});

/**
 * Opens a form. What is wrong with its values is told in it, and everything typed stays; it closes when they were taken.
 * @param send gets the values by the names of their fields, '' where nothing was typed; gives false to leave the form open
 */
export function openForm(
	{ui, context}: Dashboard,
	{
		title,
		fields,
		focus = 0,
		send,
	}: {
		title: string;
		fields: readonly FormField[];
		focus?: number;
		send(values: Readonly<Record<string, string>>): Promise<boolean>;
	},
): void {
	const onSubmit = (values: Record<string, string>): void => void submit(values);
	/** Another form, or none, may be open when the answer comes. */
	const isOpen = (): boolean => {
		const {overlay} = ui.store.getState();
		return overlay?.kind === 'form' && overlay.onSubmit === onSubmit;
	};

	async function submit(values: Record<string, string>): Promise<void> {
		ui.change('form', {isBusy: true, error: null});
		try {
			const isDone = await send(values);
			if (!isOpen()) return;
			if (isDone) ui.close();
			else ui.change('form', {isBusy: false});
		} catch (error) {
			if (context.ended.aborted) return;
			if (isOpen()) ui.change('form', {isBusy: false, ...fieldProblem(fields, error)});
			else ui.toast(errorLine(error), 'error');
		}
	}

	ui.open({kind: 'form', title, fields, focus, error: null, isBusy: false, onSubmit});
}

/** What a form says of an error: by the label of the field that it is about, which gets the keys; else as it is. */
export function fieldProblem(fields: readonly FormField[], error: unknown): {error: string; focus?: number} {
	const refused = refusedField(error);
	const focus = fields.findIndex(({name}) => name === refused?.name);
	const field = fields[focus];
	if (!refused || !field) return {error: errorLine(error)};
	return {error: `${field.label}: ${refused.why}`, focus};
}
