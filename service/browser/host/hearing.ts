import type {Found} from './find.ts';
import type {Session} from './session.ts';
import {type Handle, withHandle} from './with-handle.ts';

/** What of the page's own objects is used here; the product is not compiled with the types of a browser. */
type PageElement = {
	nodeType: number;
	localName: string;
	namespaceURI: string;
	shadowRoot: PageRoot | null;
	assignedSlot: PageElement | null;
	parentNode: PageElement | null;
	host?: PageElement;
	contentDocument?: PageRoot | null;
	isContentEditable?: boolean;
	matches(selector: string): boolean;
	getBoundingClientRect(): {x: number; y: number};
};
type PageRoot = {elementFromPoint(x: number, y: number): PageElement | null};
type PageWindow = {
	document: PageRoot;
	getComputedStyle(element: PageElement): Record<string, string>;
};
/** Of the debugger: listeners of a node by the name of their event. */
type ListenersOf = (target: unknown) => Record<string, Array<{listener: unknown}>>;

/**
 * Runs inside the page, so it uses nothing of this file's surroundings: whether anything hears of a click at a point.
 * Nobody does only where nothing can: neither what stands there nor what it stands in is a control, has a pointer's cursor or a
 * listener, and all of it can be looked into. `page`: the page as a whole does, and nothing that stands there by itself.
 */
export function whoHearsAt(x: number, y: number, listenersOf: ListenersOf): 'element' | 'page' | 'nobody' {
	const page = globalThis as unknown as PageWindow;
	const control =
		'a[href],area,label,button,input,select,textarea,summary,option,audio,video,canvas,iframe,frame,object,embed,[tabindex],[draggable=true],[popovertarget],[commandfor],[role=button],[role=link],[role=tab],[role=checkbox],[role=radio],[role=switch],[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio],[role=option],[role=treeitem],[role=combobox],[role=textbox],[role=slider],[role=spinbutton],[role=gridcell]';
	const ofPointer =
		/^(?:aux|dbl)?click$|^(?:mouse|pointer|touch|focus|blur|drag|select|gesture|contextmenu|beforeinput|beforetoggle)/;
	const isOfPage = ({listener}: {listener: unknown}) => {
		try {
			// What acts on the page for us listens too, to what its own clicks meet.
			return !String(listener).includes('_hitTargetInterceptor');
		} catch {
			return true;
		}
	};
	const hears = (target: unknown) =>
		Object.entries(listenersOf(target)).some(([event, all]) => ofPointer.test(event) && all.some(isOfPage));
	const met = page.document.elementFromPoint(x, y);
	if (met === null || page.getComputedStyle(met)['cursor'] === 'pointer') return 'element';
	let isHeardByPage = hears(page);
	for (let node: PageElement | null = met; node; node = node.assignedSlot ?? node.parentNode ?? node.host ?? null) {
		const isWhole = node.nodeType === 9 || node.localName === 'body' || node.localName === 'html';
		if (hears(node) && !isWhole) return 'element';
		isHeardByPage ||= isWhole && hears(node);
		if (node.nodeType !== 1) continue;
		// Drawings and elements that a page has made itself may keep to themselves what they do.
		const isPlain = node.namespaceURI === 'http://www.w3.org/1999/xhtml' && !node.localName.includes('-');
		if (!isPlain || node.shadowRoot !== null || node.isContentEditable === true || node.matches(control))
			return 'element';
	}
	return isHeardByPage ? 'page' : 'nobody';
}

type Point = {x: number; y: number};

/**
 * Runs in the page: the middle of the piece of text of an element that says one of `said`, else of the first one, from the
 * inner corner of its border.
 */
function placeOfText(node: unknown, said: string[]): (Point & {isOneOfSeveral: boolean}) | null {
	type Rectangle = {x: number; y: number; width: number; height: number};
	type Node = {nodeType: number; nodeValue: string | null; childNodes: ArrayLike<Node>};
	type Range = {selectNodeContents(node: Node): void; getClientRects(): ArrayLike<Rectangle>};
	const {document} = globalThis as unknown as {document: {createRange(): Range}};
	const element = node as Node & {clientLeft: number; clientTop: number; getBoundingClientRect(): Rectangle};
	const sayingOf = ({nodeValue}: Node) => (nodeValue ?? '').replace(/\s+/g, ' ').trim().toLowerCase();
	const textsIn = (below: Node): Node[] =>
		below.nodeType === 3 ? (sayingOf(below) === '' ? [] : [below]) : Array.from(below.childNodes).flatMap(textsIn);
	const texts = textsIn(element);
	const wanted = said.map(one => one.toLowerCase());
	const text = texts.find(one => wanted.includes(sayingOf(one))) ?? texts[0];
	if (!text) return null;
	const range = document.createRange();
	range.selectNodeContents(text);
	const [first] = Array.from(range.getClientRects()).filter(({width, height}) => width > 0 && height > 0);
	const around = element.getBoundingClientRect();
	return first
		? {
				x: first.x + first.width / 2 - around.x - element.clientLeft,
				y: first.y + first.height / 2 - around.y - element.clientTop,
				isOneOfSeveral: texts.length > 1,
			}
		: null;
}

const askMs = 2000;

/** The value of an expression in the page, which may ask for listeners as the console of a browser does. */
async function evaluated(session: Session, expression: string): Promise<unknown> {
	const debug = await session.parts.sessions.of(session.page);
	const {result} = await debug.send('Runtime.evaluate', {expression, includeCommandLineAPI: true, returnByValue: true});
	return result.value;
}

/**
 * Who hears of a click on an element that is called by a phrase: `middle` of it, or only a click on its `text`, where a person would click. Null:
 * nothing on the page. What cannot be told counts as heard.
 */
export async function whereHeard(
	session: Session,
	found: Found,
	phrase: string,
): Promise<'middle' | {text: Point} | null> {
	const heardAt = async (x: number, y: number): Promise<ReturnType<typeof whoHearsAt>> => {
		const heard = await evaluated(session, `(${whoHearsAt})(${x}, ${y}, getEventListeners)`);
		return (heard as ReturnType<typeof whoHearsAt> | undefined) ?? 'element';
	};
	const ask = async (handle: Handle, timeout: number): Promise<'middle' | {text: Point} | null> => {
		await handle.scrollIntoViewIfNeeded({timeout});
		const box = await handle.boundingBox();
		if (box === null) return 'middle';
		const text = await handle.evaluate(placeOfText, [phrase, found.element.text]);
		const onTextOf = async () => (text ? heardAt(box.x + text.x, box.y + text.y) : 'nobody');
		// Its middle may lie on another thing that it holds.
		const early = text?.isOneOfSeveral ? await onTextOf() : null;
		if (text && early === 'element') return {text};
		const middle = await heardAt(box.x + box.width / 2, box.y + box.height / 2);
		if (middle === 'element') return 'middle';
		const onText = early ?? (await onTextOf());
		// A listener of the whole page tells by what was hit: a person hits the text.
		if (text && (onText === 'element' || (onText === 'page' && middle === 'nobody'))) return {text};
		return middle === 'page' ? 'middle' : null;
	};
	const asking = 'asking who hears of a click';
	return session.call(asking, withHandle(session, found, asking, ask), askMs).catch(() => 'middle');
}

/** Runs in the page: whether the field with the focus itself listens to keys. What a whole page hears is no sign of it. */
const hearsOfKeys = (listenersOf: ListenersOf): boolean => {
	const {document} = globalThis as unknown as {document: {activeElement: unknown}};
	return Object.keys(listenersOf(document.activeElement)).some(event => /^key/.test(event));
};

/**
 * A field that listens to keys is told of one: the text that was put into it comes without any, and a filter that waits
 * for a key would not have seen it. Shift writes nothing and moves nothing.
 *
 * @returns whether the key was pressed
 */
export async function tellOfKeys(session: Session): Promise<boolean> {
	const asked = evaluated(session, `(${hearsOfKeys})(getEventListeners)`);
	if ((await session.call('asking who hears of keys', asked, askMs).catch(() => false)) !== true) return false;
	await session.call('pressing the key', session.page.keyboard.press('Shift'));
	return true;
}
