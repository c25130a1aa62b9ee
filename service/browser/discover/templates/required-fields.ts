import {haveUnsafe} from '../../../domain/unsafe-words.ts';
import type {Look, LookElement} from '../../page/look.ts';
import {fillableRoles} from '../../page/roles.ts';
import {headingOf} from '../../page/sections.ts';
import {treeOf, upwards} from '../../page/tree.ts';
import {fold} from '../../page/words.ts';
import {action, assertion, type Draft, type ReadPage, afterwards} from '../draft.ts';
import {isSayable, nameOf, seen} from '../shown.ts';

/** Words of forms that are never sent, not even empty. */
const costly = [
	...['pay', 'buy', 'purchas', 'order', 'checkout', 'donat', 'transfer', 'payment', 'card', 'subscri', 'book', 'bid'],
	...['destroy', 'purge', 'cancel', 'close', 'deactivat', 'revoke', 'publish', 'bezahl', 'kauf', 'bestell', 'loschen'],
];
const sending =
	/^(?:save|send|submit|create|add|register|sign ?up|continue|next|apply|update|ok|done|speichern|senden|weiter|anlegen|envoyer|enregistrer|enviar|guardar)\b/i;

/** A form with required fields, all of them empty, refuses to be sent. */
export function requiredFields({look, called}: ReadPage): Draft[] {
	const fields = seen(look).filter(
		element => fillableRoles.has(element.role) && !element.states.disabled && !element.states.readonly,
	);
	if (fields.some(({type}) => type === 'password')) return [];
	const required = fields.filter(({states, role}) => states.required && role === 'textbox');
	const empty = required.filter(({value, name}) => (value ?? '') === '' && isSayable(name));
	const [first] = empty;
	if (!first || empty.length < required.length) return [];
	const button = buttonAfter(look, required);
	if (!button) return [];
	const label = nameOf(look, button);
	const form = commonAncestor(look, [...required.map(({index}) => index), button.index]);
	const texts = `${label} ${headingOf(look, button.index) ?? ''} ${form === null ? '' : (look.elements[form]?.name ?? '')}`;
	if (!isSayable(label) || isCostly(`${texts} ${look.title}`)) return [];
	return [
		{
			template: 'required_fields',
			name: `${called}: the form refuses to be sent empty`,
			reason: `"${first.name}" is required. The plan presses "${label}" with the form empty; nobody has done so yet.`,
			sends: true,
			steps: [
				assertion(`The "${first.name}" field is required`),
				assertion(`The "${first.name}" field is empty`),
				action(`Click the "${label}" button`),
				afterwards(assertion(`The "${first.name}" field is empty`)),
				afterwards(assertion(`The "${label}" button is visible`)),
			],
		},
	];
}

const isCostly = (text: string): boolean => haveUnsafe(fold(text).split(' '), costly);

/** The button that ends the fields: the first after them that says that it sends, or is made for it. */
function buttonAfter(look: Look, required: readonly LookElement[]): LookElement | undefined {
	const last = Math.max(...required.map(({index}) => index));
	const buttons = seen(look).filter(
		({role, index, states, ref}) => role === 'button' && ref !== null && index > last && !states.disabled,
	);
	return buttons.find(button => button.type === 'submit' || sending.test(nameOf(look, button)));
}

function commonAncestor(look: Look, indexes: readonly number[]): number | null {
	const tree = treeOf(look);
	const [first, ...others] = indexes;
	for (const {index} of upwards(look, first!))
		if (others.every(other => other >= index && other < tree.end[index]!)) return index;
	return null;
}
