import type {Look, LookElement} from '../page/look.ts';
import {descendants} from '../page/rows.ts';
import {treeOf} from '../page/tree.ts';
import {words} from '../page/words.ts';

export type ConsentBanner = {banner: number; accept: number | null; reject: number | null; close: number | null};

const about = new Set(words('cookie cookies consent privacy gdpr tracking'));
const answers = {
	reject: words('reject decline deny refuse necessary essential disagree'),
	accept: words('accept agree allow ok understand'),
	close: words('close dismiss'),
};

/**
 * The consent banner in view: a dialog or a bar with the words consent, cookies or privacy and at least
 * one control that accepts, rejects or closes it. The smallest such place; null: there is none.
 */
export function consentOf(look: Look): ConsentBanner | null {
	const tree = treeOf(look);
	const places = look.elements
		.filter(
			element =>
				element.box !== null &&
				element.parent !== null &&
				!['main', 'document', 'link', 'button'].includes(element.role),
		)
		.filter(element => tree.end[element.index]! - element.index <= 60)
		.filter(element => isBar(look, element))
		.sort((one, other) => tree.end[one.index]! - one.index - (tree.end[other.index]! - other.index));
	for (const place of places) {
		const said = words(`${tree.textOf(place.index)} ${place.name}`);
		if (!said.some(word => about.has(word))) continue;
		const controls = descendants(look, tree, place).filter(
			element => element.ref !== null && (element.role === 'button' || element.role === 'link' || element.isClickable),
		);
		const banner = {banner: place.index, ...answersIn(controls)};
		if (banner.accept !== null || banner.reject !== null || banner.close !== null) return banner;
	}
	return null;
}

/** A dialog, or something that lies at an edge of the viewport or over it. */
function isBar(look: Look, {role, box}: LookElement): boolean {
	if (['dialog', 'alertdialog', 'region', 'alert', 'complementary', 'banner', 'contentinfo', 'form'].includes(role))
		return role !== 'banner' || box!.y > 0;
	const {width, height} = look.viewport;
	const touchesEdge = box!.y <= 1 || Math.abs(box!.y + box!.height - height) <= 40 || box!.x <= 40;
	return role === 'generic' && touchesEdge && box!.height < height * 0.9 && box!.width <= width + 1;
}

function answersIn(controls: LookElement[]): Omit<ConsentBanner, 'banner'> {
	const named = controls.map(control => ({
		index: control.index,
		said: words(
			[control.name || control.text, control.title ?? '', control.name === '' ? control.classes.join(' ') : ''].join(
				' ',
			),
		),
	}));
	const first = (kind: keyof typeof answers, but: string[] = []) =>
		named.find(({said}) => said.some(word => answers[kind].includes(word)) && !said.some(word => but.includes(word)))
			?.index ?? null;
	return {reject: first('reject'), accept: first('accept', answers.reject), close: first('close')};
}
