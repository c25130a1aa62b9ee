import {createContext, useContext} from 'react';
import {type Glyphs, glyphSets} from '../source/terminal/glyphs.ts';

export const GlyphsContext = createContext<Glyphs>(glyphSets.unicode);

/** The characters that are drawn besides words. */
export const useGlyphs = (): Glyphs => useContext(GlyphsContext);
