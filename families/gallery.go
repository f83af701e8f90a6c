package families

import (
	"slices"

	"github.com/gridwright/gridwright/puzzle"
)

// Gallery returns puzzles that are worth a look, some of each family. The notes are what Solve says of them.
func Gallery() []puzzle.Example {
	return slices.Concat(tiltGallery(), lightsGallery(), assemblyGallery(), permuteGallery())
}

func tiltGallery() []puzzle.Example {
	return []puzzle.Example{
		{Family: "tilt", Name: "Four tilts", Note: "4 tilts", Document: `
{"family":"tilt","version":1,"name":"Four tilts","start":[".r..","rgyb",".b..",".yr."],"target":["yrbr","..yr",
"...g","...b"]}`},
		{Family: "tilt", Name: "Round and round", Note: "390 tilts", Document: `
{"family":"tilt","version":1,"name":"Round and round","start":["caa.b","bbaa.",".b.ca","caacb",".a..c",
"ab.b."],"target":["bcbba","aaca.","baac.","acb..","abb..","ac..."]}`},
		{Family: "tilt", Name: "Out of step", Note: "impossible", Document: `
{"family":"tilt","version":1,"name":"Out of step","start":[".ccca","a.c.c",".a..c"],"target":["acca.","acc..",
"cc..."]}`},
		{Family: "tilt", Name: "Two colours, 12 × 12", Note: "6971 tilts", Document: `
{"family":"tilt","version":1,"name":"Two colours, 12 × 12","start":["baabb.b..ba.","bbbaba...ba.",
".baa....b.b.","ba.ab.a.bb.b","b.b.aab.aaa.","...a.b.bbbab","..b.aba...a.","ba..b.ab.b.a","aab.bb.aba.a",
"ab..abab..aa","....ab.b.b..",".babb.a..aa."],"target":["aabbaaaba...","bbabbaaa....","bbbabbba....",
"babaaabb....","abbbabba....","babbaabb....","baabbaa.....","aabbabb.....","bbbbbab.....","ababb.......",
"abaaa.......","aaab........"]}`},
		{Family: "tilt", Name: "Billions of tilts", Note: "2606445926 tilts", Document: `
{"family":"tilt","version":1,"name":"Billions of tilts","start":["hoca.cpbtw.c.tkbba..pzh.v",
"jqh.wi.ji.b.hj..rqnhn..ce","ure.gg.o.o.yxytspq..fcckl","g.akbvvlt.td.rnjny.n.wyay",
"lmwemy.jz.j.wf.ixqxudcml.",".f.d...iwuk...e.alri..t..","pjkuyq...wmlw.ff..e.dw.u.",
"....o..b...s.x.........xh",".........................","jjhod.ffp.djxbauyjqektnb.",
"lpsmznaiblr.fhzwwirlprsbu","hmlhyrqxopb.quskvvur.k.an",".ai......w...lvm..nd.o.c.",
".a...pv.s.m.t.zd.ce.a.jlf","xsm.ezhvuekjcnpsrzuos.cuc","y.b..ds..qvqvkasy.mu.neff",
".zh..byq...r.hsyfc.lhu.fd","...........a......h......","kuky.v..cfat...z.r....d..",
"...........g.....y.......","udanrz..z.w.t.kjg...hw..r","v.....d........l.........",
"vvsovq.r.gpipz.wo.wdhxihh",".ibj.lr.iis..n.t.hukc.jj.",".k..gbpejnyc.wkdft.v.magc"],
"target":[".........................",".......................id",".......................fz",
"......................kkv","...................rkzuig","...............ghzrxpyafc",
".............bibxfahnhtws",".............pdmxjsmjrngd","...........dxdrsjolbeuzno",
"..........sbwveacxvujhtcj",".........fbwatyamwilsmauk",".........gqduupkwuvceshnf",
".........hntpfyzehmkfcjtb","........kjqgjroztpucbhcwq",".......wohycpvwsisppotptu",
"......bnsyxzlkuqabvvvuybc","......hqhleuujwazfqdoenab","......akrtlpisbwfchhmzwvs",
".....ntxdjjqvuwwsmqewrilr",".....elytrhoqqmcysvjpapfv","....lqkioklwdlapgncxaijmn",
"...wnlijfvvcbfdrtzuzhgkhs","...cmknhelienayuhbkrnvahj","..xudzdhjyrgdlmyrofradolk",
".yyecqjvyiwrjbcykfiflrydc"]}`},
	}
}

func lightsGallery() []puzzle.Example {
	return []puzzle.Example{
		{Family: "lights", Name: "The classic cross", Note: "11 presses", Document: `
{"family":"lights","version":1,"name":"The classic cross","start":["00100","00100","11111","00100","00100"]}`},
		{Family: "lights", Name: "The lamp in the corner", Note: "impossible", Document: `
{"family":"lights","version":1,"name":"The lamp in the corner","start":["10000","00000","00000","00000",
"00000"]}`},
		{Family: "lights", Name: "A heart, 12 × 12", Note: "68 presses", Document: `
{"family":"lights","version":1,"name":"A heart, 12 × 12","start":["000000000000","000000000000","001100001100",
"011110011110","011111111110","011111111110","001111111100","000111111000","000011110000","000001100000",
"000000000000","000000000000"]}`},
		{Family: "lights", Name: "Three states on a torus", Note: "impossible", Document: `
{"family":"lights","version":1,"name":"Three states on a torus","modulus":3,"topology":"torus",
"start":["00100","01210","12021","01210","00100"]}`},
		{Family: "lights", Name: "Holes and dead buttons", Note: "25 presses", Document: `
{"family":"lights","version":1,"name":"Holes and dead buttons","modulus":6,"start":["0423","4050","3321"],
"cells":["...x",".O..","x..?"]}`},
		{Family: "lights", Name: "A knight's moves", Note: "20 presses", Document: `
{"family":"lights","version":1,"name":"A knight's moves","pattern":"knight","start":["00000000","00000000",
"00011000","00100100","00100100","00011000","00000000","00000000"]}`},
	}
}

func assemblyGallery() []puzzle.Example {
	return []puzzle.Example{
		{Family: "assembly", Name: "A ring with a hole", Note: "8 moves", Document: `
{"family":"assembly","version":1,"name":"A ring with a hole","shape":["##.#","#.##","###."],"contact":"sticky"}`},
		{Family: "assembly", Name: "A spiral", Note: "39 moves", Document: `
{"family":"assembly","version":1,"name":"A spiral","shape":["#######.","#.....#.","#.###.#.","#.#.#.#.",
"#.#.R.#.","#.#...#.","#.#####.","#.......","########"],"contact":"frontal"}`},
		{Family: "assembly", Name: "Waiting in a circle", Note: "impossible", Document: `
{"family":"assembly","version":1,"name":"Waiting in a circle","shape":["##.R","#.##","###."],
"contact":"frontal"}`},
		{Family: "assembly", Name: "A knot of thirty", Note: "29 moves", Document: `
{"family":"assembly","version":1,"name":"A knot of thirty","shape":[".....#....","...#.#.##.",".###.#.#.#",
"...##R####","..#.#..#..","######....","..#.#.....","..#......."],"contact":"frontal"}`},
	}
}

func permuteGallery() []puzzle.Example {
	return []puzzle.Example{
		{Family: "permute", Name: "Shifts and a turn", Note: "3 moves", Document: `
{"family":"permute","version":1,"name":"Shifts and a turn","start":[[2,9,3],[6,7,8],[5,1,4]],"target":[[6,2,4],
[5,7,9],[1,8,3]],"moves":["shift-right","shift-down","rotate-cw"]}`},
		{Family: "permute", Name: "Odd and even", Note: "impossible", Document: `
{"family":"permute","version":1,"name":"Odd and even","start":[[1,2,3],[4,5,6],[7,8,9]],"target":[[3,2,1],
[4,5,6],[7,8,9]],"moves":["shift-right","shift-down","rotate-cw"]}`},
		{Family: "permute", Name: "Dominoes", Note: "impossible", Document: `
{"family":"permute","version":1,"name":"Dominoes","start":["xbcdefgh","axxxxxxx"],"target":["abcdefgh",
"xxxxxxxx"],"moves":[{"name":"S","cycles":[[[1,1],[1,2],[1,3],[1,4],[1,5],[1,6],[1,7],[1,8]],[[2,1],[2,2],
[2,3],[2,4],[2,5],[2,6],[2,7],[2,8]]],"inverse":true},{"name":"W","cycles":[[[1,1],[1,2]],[[2,1],[2,2]]]},
{"name":"F","cycles":[[[1,1],[2,1]],[[1,2],[2,2]]]}]}`},
		{Family: "permute", Name: "A twisted letter", Note: "5 moves", Document: `
{"family":"permute","version":1,"name":"A twisted letter","start":["acb","def","ghi"],"target":["abc","def",
"ghi"],"moves":["twist:2x2"]}`},
		{Family: "permute", Name: "Stripes", Note: "4 moves", Document: `
{"family":"permute","version":1,"name":"Stripes","start":["abc","abc","abc"],"target":["aaa","bbb","ccc"],
"moves":["shifts"]}`},
	}
}
