/** Sizes that a plan names by a word. */
const named: Record<string, {width: number; height: number; isTouch: boolean}> = {
	desktop: {width: 1280, height: 800, isTouch: false},
	laptop: {width: 1440, height: 900, isTouch: false},
	tablet: {width: 820, height: 1180, isTouch: false},
	phone: {width: 390, height: 844, isTouch: true},
};

/** Of a name or `<width>x<height>`; the desktop for anything else. */
export function viewportOf(text: string): {size: {width: number; height: number}; isTouch: boolean} {
	const [, width, height] = /^(\d+)x(\d+)$/.exec(text) ?? [];
	const {isTouch, ...size} =
		width && height
			? {width: Number(width), height: Number(height), isTouch: false}
			: (named[text] ?? named['desktop']!);
	return {size, isTouch};
}
