import {createContext, useContext, useCallback, useMemo} from 'react';
import {type Glyphs, glyphSets} from '../source/terminal/glyphs.ts';
import type {Painter} from '../source/terminal/painter.ts';
import type {ColorDepth} from '../source/terminal/picture/half-blocks.ts';
import {type Theme, themes} from '../source/terminal/themes.ts';
import {useInput} from 'ink';
import {type KeyFlags, type Stroke, StrokeReader} from '../source/terminal/strokes.ts';

export const ThemeContext = createContext<Theme>(themes.ansi);

/** The styles of all roles. */
export const useTheme = (): Theme => useContext(ThemeContext);

export const GlyphsContext = createContext<Glyphs>(glyphSets.unicode);

/** The characters that are drawn besides words. */
export const useGlyphs = (): Glyphs => useContext(GlyphsContext);

export const ColorDepthContext = createContext<ColorDepth>(null);

/** How many colours pictures may use; null: they are not drawn, and what stands for them in words is. */
export const useColorDepth = (): ColorDepth => useContext(ColorDepthContext);

/** What puts pictures on the screen as pixels. */
type Graphics = Pick<Painter, 'addPicture'>;

export const GraphicsContext = createContext<Graphics | null>(null);

/** Null: the terminal takes no pixels, and pictures are drawn in half blocks. */
export const useGraphics = (): Graphics | null => useContext(GraphicsContext);

export const CoveredContext = createContext(false);

/** Something lies over the screen and has the keys: lists do not show their cursor then. */
export const useCovered = (): boolean => useContext(CoveredContext);

/**
 * The only place that listens to the keyboard. One listener with a stable callback, because Ink subscribes again and
 * leaves raw mode whenever the callback changes.
 */
export function useKeys(onStroke: (stroke: Stroke) => void): void {
	const reader = useMemo(() => new StrokeReader(), []);
	const read = useCallback(
		(input: string, key: KeyFlags) => {
			for (const stroke of reader.read(input, key)) onStroke(stroke);
		},
		[reader, onStroke],
	);
	useInput(read);
}
