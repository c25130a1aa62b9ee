import {type DefaultTreeAdapterMap, parse} from 'parse5';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

const isElement = (node: Node): node is Element => 'tagName' in node;
const isText = (node: Node): node is DefaultTreeAdapterMap['textNode'] => node.nodeName === '#text';

/** Elements that show a person nothing. */
const unseen = new Set(['head', 'script', 'style', 'noscript', 'template', 'svg', 'link', 'meta']);

const implicitRoles: Record<string, string> = {
	a: 'link',
	article: 'article',
	aside: 'complementary',
	button: 'button',
	dialog: 'dialog',
	footer: 'contentinfo',
	form: 'form',
	header: 'banner',
	img: 'image',
	li: 'listitem',
	main: 'main',
	nav: 'navigation',
	ol: 'list',
	option: 'option',
	section: 'region',
	select: 'combobox',
	table: 'table',
	td: 'cell',
	textarea: 'textbox',
	th: 'columnheader',
	tr: 'row',
	ul: 'list',
};
const inputRoles: Record<string, string> = {
	button: 'button',
	checkbox: 'checkbox',
	number: 'spinbutton',
	radio: 'radio',
	range: 'slider',
	reset: 'button',
	search: 'searchbox',
	submit: 'button',
};

/**
 * A DOM snapshot as text: headings, roles, labels, values and visible text, one element per line, indented by depth.
 * Elements that carry nothing of this only pass their children on.
 */
export function snapshotText(html: string): string {
	const lines: string[] = [];
	const visit = (node: Node, depth: number) => {
		let inner = depth;
		if (isElement(node)) {
			if (unseen.has(node.tagName) || isHidden(node)) return;
			const line = describe(node);
			if (line) {
				lines.push(`${'  '.repeat(depth)}${line}`);
				inner++;
			}
		}
		if ('childNodes' in node) for (const child of node.childNodes) visit(child, inner);
	};
	visit(parse(html), 0);
	return lines.map(line => `${line}\n`).join('');
}

const attribute = (element: Element, name: string) => element.attrs.find(attr => attr.name === name)?.value.trim();

const isHidden = (element: Element) =>
	attribute(element, 'hidden') !== undefined ||
	attribute(element, 'aria-hidden') === 'true' ||
	attribute(element, 'type') === 'hidden' ||
	/display:\s*none|visibility:\s*hidden/.test(attribute(element, 'style') ?? '');

function describe(element: Element): string {
	const role = roleOf(element);
	const label = ['aria-label', 'alt', 'title', 'placeholder', 'name']
		.map(name => attribute(element, name))
		.find(Boolean);
	const value = attribute(element, 'value');
	const states = ['checked', 'disabled', 'selected', 'required'].filter(
		name => attribute(element, name) !== undefined || attribute(element, `aria-${name}`) === 'true',
	);
	const text = element.childNodes
		.filter(isText)
		.map(node => node.value)
		.join(' ')
		.replace(/\s+/g, ' ')
		.trim();
	const named = role && label && label !== text ? `${role} "${label}"` : role;
	const parts = [
		named ?? '',
		value ? `value="${value}"` : '',
		states.length > 0 ? `(${states.join(', ')})` : '',
	].filter(Boolean);
	return parts.length > 0 && text ? `${parts.join(' ')}: ${text}` : parts.join(' ') || text;
}

function roleOf(element: Element): string | undefined {
	const explicit = attribute(element, 'role');
	if (explicit) return explicit;
	const heading = /^h([1-6])$/.exec(element.tagName);
	if (heading) return `heading ${heading[1]}`;
	if (element.tagName === 'input') return inputRoles[attribute(element, 'type') ?? 'text'] ?? 'textbox';
	return implicitRoles[element.tagName];
}
