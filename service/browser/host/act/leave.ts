import type {Act} from './act.ts';

/**
 * Pages often hear of what was typed only when its field is left. Whoever acts on something else next leaves it thereby, a
 * key is pressed in it; a claim that does not hold while it has the focus has it left.
 */
export function awaitLeaving(act: Act): void {
	const {session} = act;
	const {page} = session;
	session.unleft = async () => {
		session.unleft = null;
		if (page.isClosed() || !(await session.call('leaving the field', page.evaluate(leave)))) return;
		act.tell({isLeft: true});
		session.note('the field was left for this');
		await session.settle(1000);
	};
}

/** Runs in the page: takes the focus from the field that has it, in whatever shadow root it is. */
function leave(): boolean {
	type Root = {activeElement: (Element & {shadowRoot?: Root | null; blur?(): void; tagName: string}) | null};
	let root = (globalThis as unknown as {document: Root}).document;
	while (root.activeElement?.shadowRoot) root = root.activeElement.shadowRoot;
	const field = root.activeElement;
	if (!field || !/^(?:INPUT|TEXTAREA)$/.test(field.tagName)) return false;
	field.blur?.();
	return true;
}
