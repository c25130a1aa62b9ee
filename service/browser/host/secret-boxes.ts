import type {Box} from '../page/look.ts';

type PageElement = {
	localName: string;
	type?: unknown;
	value?: unknown;
	shadowRoot: PageRoot | null;
	getBoundingClientRect(): Box;
};
type PageText = {nodeValue: string | null};
type PageRoot = {querySelectorAll(selector: string): ArrayLike<PageElement>};
type PageDocument = PageRoot & {
	createTreeWalker(root: unknown, what: number): {nextNode(): PageText | null};
	createRange(): {
		setStart(node: PageText, offset: number): void;
		setEnd(node: PageText, offset: number): void;
		getClientRects(): ArrayLike<Box>;
	};
};

/**
 * Runs inside a frame, so it uses nothing of this file's surroundings: boxes of password fields, of fields whose value
 * has one of `secrets`, and of the lines of text that show one. In pixels of the frame.
 */
export function secretBoxes({secrets}: {secrets: readonly string[]}): Box[] {
	const {document} = globalThis as unknown as {document: PageDocument};
	const boxes: Box[] = [];
	const plain = ({x, y, width, height}: Box): Box => ({x, y, width, height});
	const look = (root: PageRoot) => {
		for (const element of Array.from(root.querySelectorAll('*'))) {
			if (element.shadowRoot) look(element.shadowRoot);
			const isField = element.localName === 'input' || element.localName === 'textarea';
			if (!isField) continue;
			const value = String(element.value ?? '');
			const isSecret = (element.type === 'password' && value !== '') || secrets.some(secret => value.includes(secret));
			if (isSecret) boxes.push(plain(element.getBoundingClientRect()));
		}
		if (secrets.length === 0) return;
		const texts = document.createTreeWalker(root, 4);
		for (let text = texts.nextNode(); text; text = texts.nextNode())
			for (const secret of secrets) {
				const value = text.nodeValue ?? '';
				for (let at = value.indexOf(secret); at >= 0; at = value.indexOf(secret, at + secret.length)) {
					const range = document.createRange();
					range.setStart(text, at);
					range.setEnd(text, at + secret.length);
					boxes.push(...Array.from(range.getClientRects()).map(plain));
				}
			}
	};
	look(document);
	return boxes.filter(({width, height}) => width > 0 && height > 0).slice(0, 200);
}
